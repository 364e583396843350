package io.koordbridge.koordlet.yarn;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.annotation.YarnNodeManager;
import io.koordbridge.api.annotation.YarnResource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
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

    private static final String FILE = "told.json";
    private static final int MOST_BYTES = 4096;
    private static final long MOST = Integer.MAX_VALUE;

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
            Optional<String> text = directory.read(FILE, MOST_BYTES);
            if (text.isEmpty()) {
                last = null;
                lastText = null;
            } else {
                take(amount(text.get()), nodeId, now);
            }
            badText = null;
        } catch (IOException | BadAnnotationException e) {
            String problem = directory.path(FILE) + ": " + e.getMessage();
            if (!problem.equals(badText)) {
                problems.accept(problem);
            }
            badText = problem;
        }
        return lastText;
    }

    private void take(YarnResource told, @Nullable String nodeId, Instant now) {
        // A plugin that does not answer for a while has the same name.
        String name = nodeId == null && last != null ? last.nodeId() : nodeId;
        YarnNodeManager before = last;
        boolean same = before != null
                && told.equals(before.capacity())
                && (name == null ? before.nodeId() == null : name.equals(before.nodeId()));
        if (!same) {
            YarnNodeManager next = new YarnNodeManager(
                    name, told, now.truncatedTo(ChronoUnit.SECONDS).toString());
            last = next;
            lastText = AnnotationCodec.write(next);
        }
    }

    private static YarnResource amount(String text) throws IOException, BadAnnotationException {
        YarnResource told = AnnotationCodec.decode(FILE, FILE, text, YarnResource.class);
        if (told == null || !fits(told.vcores()) || !fits(told.memoryMB())) {
            throw new IOException("want vcores and memoryMB from 0 to " + MOST);
        }
        return told;
    }

    private static boolean fits(@Nullable Long value) {
        return value != null && value >= 0 && value <= MOST;
    }
}
