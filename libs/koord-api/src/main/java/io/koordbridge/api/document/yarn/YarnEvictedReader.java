package io.koordbridge.api.document.yarn;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.api.annotation.YarnEvicted;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.protocol.PureCore;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the annotation {@link Annotations#NODE_YARN_EVICTED} of a Node. Writer: the node agent.
 *
 * <table>
 * <caption>Readings and effects</caption>
 * <tr><th>input</th><th>value</th><th>problem</th><th>yarn-operator</th></tr>
 * <tr><td>no annotation, JSON {@code null}</td><td>absent</td><td>none</td><td>no eviction</td></tr>
 * <tr><td>an amount absent or null</td><td>as it is</td><td>none</td><td>nothing of it was given back</td></tr>
 * <tr><td>an amount negative or above 2^53</td><td>the nearest</td><td>the amount</td><td>counts; problem on page, log</td></tr>
 * <tr><td>{@code time} absent, or no time of RFC 3339</td><td>without it</td><td>{@code time}, unless absent</td><td>an eviction where the
 *     process saw the text come, else none</td></tr>
 * <tr><td>no JSON, another shape, a number beyond 64 bits</td><td>none</td><td>the document</td><td>what was known stays; problem on page,
 *     log</td></tr>
 * </table>
 */
@PureCore
public final class YarnEvictedReader {

    private static final String KEY = Annotations.NODE_YARN_EVICTED;
    private static final long MOST = 1L << 53;

    private YarnEvictedReader() {}

    /** Reads the annotation of a Node. */
    public static Decoded<YarnEvicted> read(HasMetadata node) {
        Decoded<YarnEvicted> document = JsonDocument.of(
                node, KEY, YarnEvicted.class, "{\"cpuMilli\":number,\"memoryBytes\":number,\"time\":RFC 3339}");
        YarnEvicted found = document.value();
        if (found == null) {
            return document;
        }
        List<WireProblem> problems = new ArrayList<>();
        YarnEvicted left = new YarnEvicted(
                amount("cpuMilli", found.cpuMilli(), problems),
                amount("memoryBytes", found.memoryBytes(), problems),
                time(found.time(), problems));
        return new Decoded<>(left, problems);
    }

    private static @Nullable Long amount(String field, @Nullable Long found, List<WireProblem> problems) {
        if (found == null || (found >= 0 && found <= MOST)) {
            return found;
        }
        problems.add(new WireProblem(KEY, field, found.toString(), "0 to " + MOST));
        return found < 0 ? 0 : MOST;
    }

    private static @Nullable String time(@Nullable String found, List<WireProblem> problems) {
        try {
            if (found != null) {
                OffsetDateTime.parse(found);
            }
            return found;
        } catch (DateTimeException e) {
            problems.add(new WireProblem(KEY, "time", String.valueOf(found), "a time of RFC 3339"));
            return null;
        }
    }
}
