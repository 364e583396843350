package io.koordbridge.api.document.yarn;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.annotation.YarnShrink;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the annotation {@link Annotations#NODE_YARN_SHRINK} of a Node. Writer: yarn-operator.
 *
 * <table>
 * <caption>Readings and effects</caption>
 * <tr><th>input</th><th>value</th><th>problem</th><th>node agent</th></tr>
 * <tr><td>no annotation, JSON {@code null}</td><td>absent</td><td>none</td><td>ends the shrink of the plugin</td></tr>
 * <tr><td>an amount absent or not from 0 to 2^31-1</td><td>none</td><td>the document</td><td>as without; problem once</td></tr>
 * <tr><td>{@code deadline} or {@code time} absent or no time of RFC 3339, {@code deadline} before {@code time} or more than a day after
 *     it</td><td>none</td><td>{@code deadline} or {@code time}</td><td>as without; problem once</td></tr>
 * <tr><td>{@code nodeId} absent or not HOST:PORT</td><td>none</td><td>{@code nodeId}</td><td>as without; problem once</td></tr>
 * <tr><td>{@code nodeId} of another NodeManager</td><td>as it is</td><td>none</td><td>as without</td></tr>
 * <tr><td>{@code cpu} absent, {@code null}</td><td>as it is</td><td>none</td><td>as {@code false}: nothing is signalled for CPU</td></tr>
 * <tr><td>no JSON, another shape</td><td>none</td><td>the document</td><td>as without; problem once</td></tr>
 * </table>
 */
@PureCore
public final class YarnShrinkReader {

    /** Between the times. */
    public static final Duration LONGEST = Duration.ofDays(1);

    private static final String KEY = Annotations.NODE_YARN_SHRINK;
    private static final String TIME = "a time of RFC 3339";

    private YarnShrinkReader() {}

    /** Reads the annotation of a Node; one with a problem has no value. */
    public static Decoded<YarnShrink> read(HasMetadata node) {
        Decoded<YarnShrink> document = JsonDocument.of(
                node,
                KEY,
                YarnShrink.class,
                "{\"vcores\":number,\"memoryMB\":number,\"deadline\":RFC 3339,\"time\":RFC 3339,\"nodeId\":HOST:PORT,"
                        + "\"cpu\":boolean}");
        YarnShrink found = document.value();
        if (found == null) {
            return document;
        }
        List<WireProblem> problems = new ArrayList<>();
        YarnResource amount = new YarnResource(found.vcores(), found.memoryMB());
        YarnAmountCheck.required(KEY, "", amount, YarnAmountCheck.MOST, problems);
        times(found, problems);
        String nodeId = found.nodeId();
        if (nodeId == null || YarnNodeId.parse(nodeId).isEmpty()) {
            problems.add(new WireProblem(KEY, "nodeId", String.valueOf(nodeId), YarnNodeId.ALLOWED));
        }
        return problems.isEmpty() ? document : new Decoded<>(null, problems);
    }

    private static void times(YarnShrink found, List<WireProblem> problems) {
        OffsetDateTime time = time("time", found.time(), problems);
        OffsetDateTime deadline = time("deadline", found.deadline(), problems);
        if (time == null || deadline == null) {
            return;
        }
        if (deadline.isBefore(time) || deadline.isAfter(time.plus(LONGEST))) {
            problems.add(new WireProblem(
                    KEY,
                    "deadline",
                    deadline.toString(),
                    "from " + time + " to " + LONGEST.toHours() + " hours later"));
        }
    }

    private static @Nullable OffsetDateTime time(String field, @Nullable String found, List<WireProblem> problems) {
        try {
            if (found != null) {
                OffsetDateTime time = OffsetDateTime.parse(found);
                // Later, a day is added to it.
                if (Math.abs(time.getYear()) <= 9999) {
                    return time;
                }
            }
        } catch (DateTimeException e) {
            // Falls through to the same message as without a time.
        }
        problems.add(new WireProblem(KEY, field, String.valueOf(found), TIME));
        return null;
    }
}
