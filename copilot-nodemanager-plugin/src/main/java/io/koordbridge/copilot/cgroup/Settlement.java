package io.koordbridge.copilot.cgroup;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/** Which containers are known to be in their groups, which are known not to be, and when to look again. */
final class Settlement {
    private static final int LONGEST_PAUSE = 60;

    private final Map<String, State> states = new ConcurrentHashMap<>();

    private static final class State {
        private final boolean outside;
        private final boolean settled;
        private final int pause;
        private final int left;

        private State(boolean outside, boolean settled, int pause, int left) {
            this.outside = outside;
            this.settled = settled;
            this.pause = pause;
            this.left = left;
        }
    }

    /** It starts in its groups, as far as one can say before it has. */
    void isInside(String containerId) {
        states.put(containerId, new State(false, false, 0, 0));
    }

    void isOutside(String containerId) {
        states.put(containerId, new State(true, false, 0, 0));
    }

    /** The container was seen in its groups: it is not checked again. */
    void settled(String containerId) {
        states.put(containerId, new State(false, true, 0, 0));
    }

    /** Twice as many rounds pass before the next try as before this one. */
    void failed(String containerId) {
        State before = states.get(containerId);
        int pause = before == null ? 0 : before.pause;
        states.put(containerId, new State(true, false, Math.min(LONGEST_PAUSE, Math.max(1, 2 * pause)), pause));
    }

    /** Asked once a round: whether to look in this one. */
    boolean due(String containerId) {
        State state = states.get(containerId);
        if (state == null) {
            return true;
        }
        if (state.left > 0) {
            states.put(containerId, new State(state.outside, state.settled, state.pause, state.left - 1));
        }
        return !state.settled && state.left == 0;
    }

    void forget(String containerId) {
        states.remove(containerId);
    }

    void retain(Set<String> known) {
        states.keySet().retainAll(known);
    }

    /** Those that are known to be elsewhere. */
    Set<String> outside() {
        Set<String> outside = new TreeSet<>();
        states.forEach((id, state) -> {
            if (state.outside) {
                outside.add(id);
            }
        });
        return outside;
    }
}
