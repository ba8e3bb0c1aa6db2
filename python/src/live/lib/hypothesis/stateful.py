"""Tests of sequences of steps."""
from hypothesis import given, settings as _settings
from hypothesis import strategies as _st


class GenericStateMachine(object):
    """`steps()` is a strategy of steps, `execute_step(step)` does one."""

    def steps(self):
        raise NotImplementedError

    def execute_step(self, step):
        raise NotImplementedError

    def print_step(self, step):
        pass

    def print_start(self):
        pass

    def print_end(self):
        pass

    def teardown(self):
        pass

    def check_invariants(self):
        pass


def run_state_machine_as_test(state_machine_factory, settings=None):
    most = getattr(settings, 'stateful_step_count', 50)

    def run(data):
        machine = state_machine_factory()
        try:
            n = data.draw(_st.integers(0, most))
            for _ in range(n):
                machine.execute_step(data.draw(machine.steps()))
                machine.check_invariants()
        finally:
            machine.teardown()
    test = given(_st.data())(run)
    if settings is not None:
        test._hypothesis_settings = settings
    test()


run_state_machine_as_test.settings = _settings
