package io.koordbridge.koordlet.yarn;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.yarn.ToldCapacityReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the NodeManager has from its ResourceManager, as its plugin keeps it in {@code told.json} beside the lease file: for yarn-operator, also
 * where that cannot ask the NodeManager itself, because of https, Kerberos or a network policy. One thread.
 *
 * <p>The file belongs to the NodeManager's user, as containers may: it is read with bounds and no link is followed, and yarn-operator gives
 * nothing away for it that the ResourceManager does not show as well.
 */
public final class ToldCapacity {

    private static final String FILE = ToldCapacityReader.FILE;
    private static final int MOST_BYTES = 4096;

    private final ForeignDirectory directory;
    private final Consumer<String> problems;
    private @Nullable YarnNodeManager last;
    private @Nullable String lastText;
    private @Nullable String badText;

    /**
     * Nothing was read yet.
     *
     * @param directory of the lease file
     */
    public ToldCapacity(Path directory, Consumer<String> problems) {
        this.directory = new ForeignDirectory(directory);
        this.problems = problems;
    }

    /**
     * Reads it; a file that cannot be used is reported once, and what was read before stays.
     *
     * @param nodeId of the NodeManager, null while unknown
     * @return the annotation's value, the same text while nothing changes; null without a file
     */
    public @Nullable String read(@Nullable String nodeId, Instant now) {
        try {
            Decoded<YarnResource> read =
                    ToldCapacityReader.read(directory.read(FILE, MOST_BYTES).orElse(null));
            YarnResource told = read.value();
            if (told != null) {
                take(told, nodeId, now);
            } else if (read.isGood()) {
                last = null;
                lastText = null;
            }
            report(read.problems().stream()
                    .map(WireProblem::message)
                    .findFirst()
                    .orElse(null));
        } catch (IOException e) {
            report(String.valueOf(e.getMessage()));
        }
        return lastText;
    }

    private void report(@Nullable String problem) {
        if (problem != null && !problem.equals(badText)) {
            problems.accept(directory.path(FILE) + ": " + problem);
        }
        badText = problem;
    }

    private void take(YarnResource told, @Nullable String nodeId, Instant now) {
        // A plugin that does not answer for a while has the same name.
        String name = nodeId == null && last != null ? last.nodeId() : nodeId;
        YarnNodeManager before = last;
        boolean same = before != null
                && told.equals(before.capacity())
                && (name == null ? before.nodeId() == null : name.equals(before.nodeId()));
        if (!same) {
            YarnNodeManager next = YarnNodeManager.of(
                    name, told, now.truncatedTo(ChronoUnit.SECONDS).toString());
            last = next;
            lastText = AnnotationCodec.write(next);
        }
    }
}
