package io.koordbridge.api.document.yarn;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.annotation.YarnDrain;
import io.koordbridge.api.annotation.YarnDrainStatus;
import io.koordbridge.api.annotation.YarnFrozen;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the annotations of a Node about drains and freezes. Writers: colo, or any client that may patch Nodes; the status: yarn-operator.
 *
 * <table>
 * <caption>Readings and effects</caption>
 * <tr><th>input</th><th>value</th><th>problem</th><th>yarn-operator</th></tr>
 * <tr><td>no annotation, JSON {@code null}</td><td>absent</td><td>none</td><td>no drain, no freeze, no status</td></tr>
 * <tr><td>yarn-drain without id, or with an id of 0 or more than 64 characters</td><td>none</td><td>{@code id}</td><td>no drain begins; problem
 *     on page, log</td></tr>
 * <tr><td>{@code timeoutSeconds} absent</td><td>600</td><td>none</td><td>ten minutes</td></tr>
 * <tr><td>{@code timeoutSeconds} below 1 or above 86400</td><td>the nearest</td><td>{@code timeoutSeconds}</td><td>counts; problem on page,
 *     log</td></tr>
 * <tr><td>{@code evictMasters} absent</td><td>false</td><td>none</td><td>masters hold the drain</td></tr>
 * <tr><td>{@code deletePod} absent</td><td>false</td><td>none</td><td>the pod stays</td></tr>
 * <tr><td>yarn-drain or status: no JSON, another shape</td><td>none</td><td>the document</td><td>what was known stays; problem on page,
 *     log</td></tr>
 * <tr><td>yarn-frozen: no JSON, another shape</td><td>frozen, without a reason</td><td>the document</td><td>the lease is frozen: someone wanted
 *     it so; problem on page, log</td></tr>
 * </table>
 */
@PureCore
public final class YarnDrainReader {

    /** Of a drain that names none. */
    public static final long TIMEOUT_SECONDS = 600;

    private static final long LONGEST_SECONDS = 86_400;
    private static final int LONGEST_ID = 64;

    private YarnDrainReader() {}

    /** The order to drain a Node; every field of it has a value but the time. */
    public static Decoded<YarnDrain> drain(HasMetadata node) {
        Decoded<YarnDrain> document = JsonDocument.of(
                node,
                Annotations.NODE_YARN_DRAIN,
                YarnDrain.class,
                "{\"id\":text,\"time\":RFC 3339,\"timeoutSeconds\":number,\"evictMasters\":boolean,\"deletePod\":boolean}");
        YarnDrain found = document.value();
        if (found == null) {
            return document;
        }
        String id = found.id();
        if (id == null || id.isBlank() || id.length() > LONGEST_ID) {
            return Decoded.unreadable(new WireProblem(
                    Annotations.NODE_YARN_DRAIN, "id", String.valueOf(id), "1 to " + LONGEST_ID + " characters"));
        }
        List<WireProblem> problems = new ArrayList<>();
        YarnDrain whole = new YarnDrain(
                id,
                found.time(),
                timeout(found.timeoutSeconds(), problems),
                Boolean.TRUE.equals(found.evictMasters()),
                Boolean.TRUE.equals(found.deletePod()));
        return new Decoded<>(whole, problems);
    }

    private static long timeout(@Nullable Long found, List<WireProblem> problems) {
        long wanted = found == null ? TIMEOUT_SECONDS : found;
        long allowed = Math.min(Math.max(wanted, 1), LONGEST_SECONDS);
        if (allowed != wanted) {
            problems.add(new WireProblem(
                    Annotations.NODE_YARN_DRAIN, "timeoutSeconds", String.valueOf(wanted), "1 to " + LONGEST_SECONDS));
        }
        return allowed;
    }

    /** Where the last drain of a Node stands. */
    public static Decoded<YarnDrainStatus> status(HasMetadata node) {
        return JsonDocument.of(
                node,
                Annotations.NODE_YARN_DRAIN_STATUS,
                YarnDrainStatus.class,
                "{\"id\":text,\"state\":text,\"pods\":[uid],\"text\":text,\"time\":RFC 3339,\"deadline\":RFC 3339,"
                        + "\"over\":{id:state}}");
    }

    /** The order to leave the lease of a Node as it is. */
    public static Decoded<YarnFrozen> frozen(HasMetadata node) {
        Decoded<YarnFrozen> document = JsonDocument.of(
                node, Annotations.NODE_YARN_FROZEN, YarnFrozen.class, "{\"time\":RFC 3339,\"reason\":text}");
        return document.isGood() ? document : new Decoded<>(new YarnFrozen(null, null), document.problems());
    }
}
