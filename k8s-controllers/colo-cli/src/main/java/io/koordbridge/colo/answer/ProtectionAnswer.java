package io.koordbridge.colo.answer;

import static io.koordbridge.answers.Required.field;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Field {@code protection} of {@code /api/v1/status} of the koord-manager.
 *
 * @param state ON, OFF, NOT_NEEDED while no node offers capacity, or NO_DATA when the manager was not read
 */
public record ProtectionAnswer(String state, String detail) {
    private static final String PATH = "status";

    public ProtectionAnswer {
        field("protection.state", state);
        field("protection.detail", detail);
    }

    /** The part of the document that is read here. */
    private record Status(@Nullable ProtectionAnswer protection) {}

    /** What the manager says; one that cannot be found or asked, or is older than this field, is no data. */
    public static ProtectionAnswer read(Supplier<ApiReader> manager) {
        try {
            ApiReader api = manager.get();
            JsonNode document = api.read(PATH);
            ProtectionAnswer protection = api.as(Status.class, document, PATH).protection();
            return protection == null ? noData("the koord-manager is too old to say") : protection;
        } catch (AnswerException e) {
            return noData("the koord-manager cannot be asked, see --manager");
        }
    }

    private static ProtectionAnswer noData(String why) {
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
