package io.koordbridge.colo.answer;

import static io.koordbridge.answers.Required.field;

/**
 * Field {@code protection} of {@code /api/v1/status} of the koord-manager.
 *
 * @param state ON, OFF, NOT_NEEDED while no node offers capacity, or NO_DATA when the manager was not read
 */
public record ProtectionAnswer(String state, String detail) {
    public ProtectionAnswer {
        field("protection.state", state);
        field("protection.detail", detail);
    }

    static ProtectionAnswer noData(String why) {
        return new ProtectionAnswer("NO_DATA", why);
    }

    /** Whether batch capacity is offered without protection. */
    public boolean off() {
        return state.equals("OFF");
    }

    /** Whether the manager was read. */
    public boolean known() {
        return !state.equals("NO_DATA");
    }
}
