package io.koordbridge.yarnoperator.view;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.answers.AppsAnswer.App;
import io.koordbridge.answers.AppsAnswer.Containers;
import io.koordbridge.answers.AppsAnswer.Progress;
import io.koordbridge.answers.AppsAnswer.Work;
import io.koordbridge.policy.amount.YarnConversion;
import io.koordbridge.protocol.PureCore;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code /ws/v1/cluster/apps} of a ResourceManager. Users write most of it: texts are cut, and what is not as expected is not known. An
 * application without id or state is left out.
 */
@PureCore
final class ApplicationsReader {

    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_DIAGNOSTICS = 2_000;
    private static final BigDecimal MEGABYTES_PER_GIB = BigDecimal.valueOf(1024);

    /** The end of the year 9999, beyond which no time has a form of RFC 3339. */
    private static final long MOST_MILLIS = 253_402_300_799_999L;

    private final String cluster;
    private final YarnConversion conversion;

    ApplicationsReader(String cluster, YarnConversion conversion) {
        this.cluster = cluster;
        this.conversion = conversion;
    }

    List<App> read(JsonNode answer) {
        List<App> apps = new ArrayList<>();
        for (JsonNode one : answer.path("apps").path("app")) {
            String id = text(one, "id", LONGEST_NAME);
            String state = text(one, "state", LONGEST_NAME);
            if (id != null && state != null) {
                apps.add(app(one, id, state));
            }
        }
        return apps;
    }

    private App app(JsonNode one, String id, String state) {
        Instant finished = time(one, "finishedTime");
        return new App(
                cluster,
                id,
                text(one, "name", LONGEST_NAME),
                text(one, "user", LONGEST_NAME),
                text(one, "queue", LONGEST_NAME),
                text(one, "applicationType", LONGEST_NAME),
                new Progress(
                        state, text(one, "finalStatus", LONGEST_NAME), host(one), time(one, "startedTime"), finished),
                new Containers(
                        finished == null ? number(one, "runningContainers") : null,
                        number(one, "numNonAMContainerPreempted"),
                        number(one, "numAMContainerPreempted")),
                work(number(one, "vcoreSeconds"), number(one, "memorySeconds")),
                text(one, "diagnostics", LONGEST_DIAGNOSTICS));
    }

    private Work work(@Nullable Long vcoreSeconds, @Nullable Long memoryMbSeconds) {
        return new Work(
                shared(vcoreSeconds, conversion.vcoresPerCore()),
                shared(memoryMbSeconds, conversion.megabytesPerMebibyte().multiply(MEGABYTES_PER_GIB)),
                vcoreSeconds,
                memoryMbSeconds);
    }

    private static @Nullable BigDecimal shared(@Nullable Long amount, BigDecimal each) {
        return amount == null ? null : BigDecimal.valueOf(amount).divide(each, 1, RoundingMode.HALF_UP);
    }

    /** The address of the master's web server is that of its NodeManager. */
    private static @Nullable String host(JsonNode one) {
        String address = text(one, "amHostHttpAddress", LONGEST_NAME);
        if (address == null) {
            return null;
        }
        int port = address.lastIndexOf(':');
        return port > 0 ? address.substring(0, port) : address;
    }

    private static @Nullable String text(JsonNode one, String field, int most) {
        String found = one.path(field).asText("").strip();
        if (found.isEmpty() || found.equals("N/A")) {
            return null;
        }
        return found.length() > most ? found.substring(0, most - 1) + "…" : found;
    }

    /** A number below 0 is YARN's way to say that it has none. */
    private static @Nullable Long number(JsonNode one, String field) {
        JsonNode found = one.path(field);
        return found.canConvertToLong() && found.isIntegralNumber() && found.asLong() >= 0 ? found.asLong() : null;
    }

    private static @Nullable Instant time(JsonNode one, String field) {
        Long millis = number(one, field);
        return millis == null || millis == 0 || millis > MOST_MILLIS ? null : Instant.ofEpochMilli(millis);
    }
}
