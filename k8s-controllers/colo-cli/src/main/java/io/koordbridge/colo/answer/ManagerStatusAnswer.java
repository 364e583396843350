package io.koordbridge.colo.answer;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * {@code /api/v1/status} of the koord-manager, as far as {@code colo status} shows it.
 *
 * @param outsideTier null when the manager was not read, or is older than this field
 */
public record ManagerStatusAnswer(
        ProtectionAnswer protection, @Nullable OutsideTierAnswer outsideTier) {

    private static final String PATH = "status";

    /** The part of the document that is read here. */
    private record Status(
            @Nullable ProtectionAnswer protection, @Nullable OutsideTierAnswer outsideTier) {}

    /** What the manager says; one that cannot be found or asked, or is older than these fields, is no data. */
    public static ManagerStatusAnswer read(Supplier<ApiReader> manager) {
        try {
            ApiReader api = manager.get();
            JsonNode document = api.read(PATH);
            Status status = api.as(Status.class, document, PATH);
            ProtectionAnswer protection = status.protection();
            return new ManagerStatusAnswer(
                    protection == null ? ProtectionAnswer.noData("the koord-manager is too old to say") : protection,
                    status.outsideTier());
        } catch (AnswerException e) {
            return new ManagerStatusAnswer(
                    ProtectionAnswer.noData("the koord-manager cannot be asked, see --manager"), null);
        }
    }
}
