"""E-mail through the host's SMTP server."""

from __future__ import annotations

import re
import smtplib
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import make_msgid
from urllib.parse import unquote, urlsplit

from domik.kernel.errors import DomikError
from domik.kernel.phrase import Phrase

TIMEOUT = 20.0
LONGEST_LINE = 900
PORTS = {"smtp": 587, "smtps": 465}
LONGEST_MAIL_ADDRESS = 254
# No quotes and no "?": in a header, a word such as =?utf-8?q?=0A?= would be decoded into a line or another recipient
MAIL_ADDRESS = re.compile(
    r"[\w!#$%&'*+/=^`{|}~-]+(\.[\w!#$%&'*+/=^`{|}~-]+)*@([a-z0-9-]+\.)+[a-z0-9-]+", re.ASCII | re.I
)


@dataclass(frozen=True)
class Mailer:
    """An SMTP server and the address that mail comes from."""

    host: str
    port: int
    is_tls: bool
    user: str
    password: str
    sender: str

    def send(self, to: str, title: str, text: str, stop: str = "") -> None:
        """Send one mail; `stop` is the link that ends further ones. OSError (of smtplib, too) if it fails."""
        message = EmailMessage(policy=SMTP.clone(max_line_length=LONGEST_LINE))  # a folded link is no link
        message["From"], message["To"], message["Subject"] = self.sender, to, title
        message["Message-ID"] = make_msgid(domain=self.sender.rpartition("@")[2].strip("> "))
        message["Auto-Submitted"] = "auto-generated"
        if stop:
            message["List-Unsubscribe"] = f"<{stop}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text)
        kind = smtplib.SMTP_SSL if self.is_tls else smtplib.SMTP
        with kind(self.host, self.port, timeout=TIMEOUT) as connection:
            if not self.is_tls and connection.has_extn("starttls"):
                connection.starttls()
            if self.user:
                connection.login(self.user, self.password)
            connection.send_message(message)


def parse_smtp(address: str, sender: str) -> Mailer | None:
    """The mailer of `--smtp` and `--mail-from`; None for none, DomikError for an address that is none."""
    if not address:
        return None
    try:
        parts = urlsplit(address)
        port = parts.port or PORTS[parts.scheme]
    except (ValueError, KeyError):
        parts, port = urlsplit(""), 0
    if not parts.hostname or not is_mail_address(sender):
        raise DomikError(Phrase("serve.bad_smtp"))
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return Mailer(parts.hostname, port, parts.scheme == "smtps", user, password, sender)


def is_mail_address(text: str) -> bool:
    """Whether a text is an address of the usual form; only a mail that arrives proves it."""
    return len(text) <= LONGEST_MAIL_ADDRESS and MAIL_ADDRESS.fullmatch(text) is not None
