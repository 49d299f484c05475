"""Connections that one address may open: counted at the listening socket, before anything is built for them."""

from __future__ import annotations

import socket
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from domik.server.edge.listener import CONNECTIONS, REFUSED_AT_ONCE, ConnectionGate, Listener, gate_for
from domik.server.edge.transport import listening_sockets
from domik.server.hosting import Hosting, Proxies, parse_proxies
from tests.server.host import Host
from tests.waiting import PATIENCE, patient_get

FLOOD, HONEST = "127.0.0.2", "127.0.0.1"
MOST = int(CONNECTIONS[0])


@pytest.fixture
def gated(host: Host) -> Host:
    """A server whose listening socket has the gate of `domik serve`."""
    (listening,) = host.sockets
    assert isinstance(listening, Listener)
    listening.gate = ConnectionGate(Proxies())
    return host


def use_up(gate: ConnectionGate, address: str) -> None:
    gate.buckets.charge(address, 1000 * MOST)


def connect(port: int, source: str) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), PATIENCE, source_address=(source, 0))


def test_an_address_that_opens_too_many_is_closed_and_others_are_served(gated: Host) -> None:
    listening = gated.sockets[0]
    assert isinstance(listening, Listener)
    assert listening.gate is not None
    use_up(listening.gate, FLOOD)
    with ExitStack() as held:
        for flood in [held.enter_context(connect(gated.port, FLOOD)) for _ in range(3 * REFUSED_AT_ONCE)]:
            with suppress(ConnectionResetError):
                assert flood.recv(1024) == b""
        assert patient_get(f"{gated.origin}/healthz").text == "ok\n"


def test_a_gate_lets_so_many_in_and_fills_up_again() -> None:
    gate = ConnectionGate(Proxies())
    assert all(gate.admits(FLOOD) for _ in range(MOST))
    assert not all(gate.admits(FLOOD) for _ in range(MOST * MOST))
    assert gate.admits(HONEST)
    assert gate.refused
    gate.buckets.charge(FLOOD, -1.0)
    assert gate.admits(FLOOD)


def test_a_trusted_proxy_opens_any_number() -> None:
    gate = gate_for(Hosting(proxies=parse_proxies("127.0.0.2")))
    assert gate is not None
    use_up(gate, FLOOD)
    assert gate.admits(FLOOD)
    assert gate_for(Hosting(data="postgresql://somewhere/domik")) is None, "other nodes connect from anywhere"


def test_it_pauses_between_many_refusals() -> None:
    """Or a flood that comes as fast as it is closed would keep everything else from its turn."""
    gate = ConnectionGate(Proxies())
    use_up(gate, FLOOD)
    (listening,) = listening_sockets("127.0.0.1", 0, gate)
    with listening, ExitStack() as held:
        port = listening.getsockname()[1]
        for _ in range(REFUSED_AT_ONCE):
            held.enter_context(connect(port, FLOOD))
        held.enter_context(connect(port, HONEST))
        listening.settimeout(PATIENCE)
        with pytest.raises(BlockingIOError):
            listening.accept()
        accepted, address = listening.accept()
        held.enter_context(accepted)
        assert address[0] == HONEST


def test_the_command_line_gates_its_sockets(tmp_path: Path) -> None:
    from domik.cli.serve import listen_on

    (listening,) = listen_on(Hosting(port=0, data=str(tmp_path / "d.db")))
    with listening:
        assert isinstance(listening, Listener)
        assert listening.gate is not None
