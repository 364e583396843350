package io.koordbridge.colo.answer;

import static io.koordbridge.answers.Required.field;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * Field {@code protection} of {@code /api/v1/status} of the koord-manager.
 *
 * @param state of CPU: ON, OFF, NOT_NEEDED while no node offers capacity, or NO_DATA when the manager was not read
 * @param memory the same of memory, null from a manager that is older than this field
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ProtectionAnswer(
        String state, String detail, @Nullable Memory memory) {
    public ProtectionAnswer {
        field("protection.state", state);
        field("protection.detail", detail);
    }

    /**
     * Of memory.
     *
     * @param state as that of CPU; NO_DATA also where an agent does not say whether it evicts
     */
    public record Memory(String state, String detail) {
        public Memory {
            field("protection.memory.state", state);
            field("protection.memory.detail", detail);
        }
    }

    static ProtectionAnswer noData(String why) {
        return new ProtectionAnswer("NO_DATA", why, null);
    }

    /** Of memory, without data where the manager does not say. */
    public Memory ofMemory() {
        return memory == null ? new Memory("NO_DATA", "the koord-manager is too old to say") : memory;
    }

    /** Whether batch capacity is offered without protection of CPU. */
    public boolean off() {
        return state.equals("OFF");
    }

    /** Whether the manager was read. */
    public boolean known() {
        return !state.equals("NO_DATA");
    }
}
