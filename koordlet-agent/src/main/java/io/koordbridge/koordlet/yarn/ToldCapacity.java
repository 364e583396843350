package io.koordbridge.koordlet.yarn;

import io.koordbridge.api.annotation.YarnResource;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.yarn.ToldCapacityReader;
import java.io.IOException;
import java.nio.file.Path;
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
    private @Nullable YarnResource last;
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

    /** Reads it; a file that cannot be used is reported once, and what was read before stays. Null without a file. */
    public @Nullable YarnResource read() {
        try {
            Decoded<YarnResource> read =
                    ToldCapacityReader.read(directory.read(FILE, MOST_BYTES).orElse(null));
            last = read.orLast(last);
            report(read.problems().stream()
                    .map(WireProblem::message)
                    .findFirst()
                    .orElse(null));
        } catch (IOException e) {
            report(String.valueOf(e.getMessage()));
        }
        return last;
    }

    private void report(@Nullable String problem) {
        if (problem != null && !problem.equals(badText)) {
            problems.accept(directory.path(FILE) + ": " + problem);
        }
        badText = problem;
    }
}
