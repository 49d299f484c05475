"""Outside algorithms as players of our games: MaskablePPO of sb3-contrib, DQN and ISMCTS of OpenSpiel.

Each is used as its own documentation shows it, without changes for our games. Learners yield themselves after every
part of their training, so that they can be tried against our bots in between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyspiel

from domik.bots import bot_of
from domik.kernel.luck import luck_of
from domik.research.encoding import Encoding
from domik.research.spiel import PREFIX

Agent = Callable[[Any, int], int]  # takes an OpenSpiel state and the player to act, gives one of the legal actions
Trained = tuple[int, Agent]  # after how many decisions of training, or with how many simulations
SEED = 1
LAYERS = [256, 128]
PPO_TABLES = 32
DQN_EXPLORES = 5000  # decisions of one agent until it hardly tries at random any more
PPO_STEPS = 128  # decisions of one table between two updates


@dataclass(frozen=True)
class Plan:
    algorithm: str
    game: str
    efforts: tuple[int, ...]  # rising: decisions of training, or simulations a decision
    games: int  # against each of our bots, half of them from either seat

    @property
    def name(self) -> str:
        return f"{self.algorithm}-{self.game}"


def learn_ppo(plan: Plan) -> Iterator[Trained]:
    """MaskablePPO in our Gymnasium form: both seats by turns, against `normal`, for the margin."""
    import torch
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import VecNormalize

    import domik.research.gym  # noqa: F401 - registers the environments

    torch.set_num_threads(1)
    options = {"seat": None, "opponents": "normal", "reward": "margin"}
    tables = make_vec_env(f"domik/{plan.game}-v0", n_envs=PPO_TABLES, seed=SEED, env_kwargs=options)
    env = VecNormalize(tables, norm_obs=False)  # rewards only
    model = MaskablePPO(
        "MultiInputPolicy",
        env,
        n_steps=PPO_STEPS,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        ent_coef=0.01,
        learning_rate=5e-4,
        policy_kwargs={"net_arch": LAYERS},
        seed=SEED,
        device="cpu",
    )
    encoding = Encoding(pyspiel.load_game(f"{PREFIX}{plan.game}(players=2)").match)

    def decide(state: Any, player: int) -> int:
        mask = np.array(state.legal_actions_mask(player), np.int8)
        seen = {"observation": encoding.of(state.view(player)), "action_mask": mask}
        return int(model.predict(seen, action_masks=mask.astype(bool), deterministic=True)[0])

    yield 0, decide
    for effort in plan.efforts:
        model.learn(effort - model.num_timesteps, reset_num_timesteps=False)
        yield model.num_timesteps, decide


def learn_dqn(plan: Plan) -> Iterator[Trained]:
    """OpenSpiel's DQN in its own environment: two agents, one for each seat, play each other for the margin."""
    import torch
    from open_spiel.python.pytorch.dqn import DQN
    from open_spiel.python.rl_environment import ChanceEventSampler, Environment

    torch.set_num_threads(1)
    np.random.seed(SEED)  # OpenSpiel's DQN draws from NumPy's global generator
    game = pyspiel.load_game(f"{PREFIX}{plan.game}(players=2,reward=margin)")
    env = Environment(game, chance_event_sampler=ChanceEventSampler(SEED))
    agents = [
        DQN(
            player,
            env.observation_spec()["info_state"][0],
            env.action_spec()["num_actions"],
            hidden_layers_sizes=LAYERS,
            replay_buffer_capacity=20_000,
            batch_size=64,
            learn_every=4,
            learning_rate=5e-4,
            optimizer_str="adam",
            loss_str="huber",
            epsilon_decay_schedule_str="linear",
            epsilon_decay_duration=DQN_EXPLORES,
            gradient_clipping=10.0,
            seed=SEED + player,
        )
        for player in range(2)
    ]

    def decide(state: Any, player: int) -> int:
        seen, legal = state.information_state_tensor(player), state.legal_actions()
        with torch.inference_mode():
            return int(agents[player].act_epsilon_greedy(seen, legal, 0.0)[0])

    yield 0, decide
    steps = 0
    for effort in plan.efforts:
        while steps < effort:
            now = env.reset()
            while not now.last():
                now = env.step([agents[now.current_player()].step(now).action])
                steps += 1
            for agent in agents:
                agent.step(now)  # the end, from which both learn
        yield steps, decide


def search_ismcts(plan: Plan) -> Iterator[Trained]:
    """OpenSpiel's ISMCTS with random rollouts; it asks our states for worlds that its player cannot tell apart."""
    from open_spiel.python.algorithms import ismcts, mcts

    for simulations in plan.efforts:
        luck = np.random.RandomState(SEED)
        bot = ismcts.ISMCTSBot(
            pyspiel.load_game(f"{PREFIX}{plan.game}(players=2)"),
            mcts.RandomRolloutEvaluator(1, luck),
            uct_c=1.0,
            max_simulations=simulations,
            random_state=luck,
            allow_inconsistent_action_sets=True,  # an imagined world may close what was open in another
        )
        yield simulations, lambda state, _, bot=bot: int(bot.step(state))  # type: ignore[misc]


ALGORITHMS: dict[str, Callable[[Plan], Iterator[Trained]]] = {
    "MaskablePPO": learn_ppo,
    "DQN": learn_dqn,
    "ISMCTS": search_ismcts,
}


# ---- against our bots -----------------------------------------------------------------------------------------------


def share_won(game: str, agent: Agent, opponent: str, games: int) -> float:
    """The share of the victory in games for two; every deal is played once from either seat."""
    rules = pyspiel.load_game(f"{PREFIX}{game}(players=2)")
    return sum(result(rules, agent, opponent, number) for number in range(games)) / games


def result(rules: Any, agent: Agent, opponent: str, number: int) -> float:
    """What the agent gets out of one game: 1, 0 or a share of it."""
    mine, deal = number % 2, np.random.RandomState(number // 2)
    state = rules.new_initial_state()
    bot = bot_of(opponent, luck_of(f"{opponent} {number}"), rules.match)
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(deal.randint(rules.outcomes)))
            continue
        legal, player = state.legal_actions(), state.current_player()
        if len(legal) == 1:
            state.apply_action(legal[0])
        elif player == mine:
            state.apply_action(agent(state, player))
        else:
            mask = sum(1 << one for one in legal)
            state.apply_action(bot.decide(state.view(player), mask).bit_length() - 1)
    return float(state.returns()[mine])
