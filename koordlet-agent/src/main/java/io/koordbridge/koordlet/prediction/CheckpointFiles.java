package io.koordbridge.koordlet.prediction;

import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.disk.OwnFile;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** One file for each model, in a directory of their own. */
final class CheckpointFiles {

    private static final Pattern ID = Pattern.compile("[0-9A-Za-z_][0-9A-Za-z_.-]{0,127}");
    private static final long LARGEST = 64 << 10;
    private static final int MOST_FILES = 5_000;

    private final Path directory;
    private final Consumer<String> problems;

    CheckpointFiles(Path directory, Consumer<String> problems) {
        this.directory = directory;
        this.problems = problems;
    }

    /** All models on disk; one that cannot be read is reported and begins anew. */
    Map<String, UsageModel> read(HalfLives halfLives) {
        Map<String, UsageModel> found = new HashMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                String id = String.valueOf(file.getFileName());
                if (ID.matcher(id).matches() && found.size() < MOST_FILES) {
                    read(file, halfLives).ifPresent(model -> found.put(id, model));
                }
            }
        } catch (NoSuchFileException e) {
            return found;
        } catch (IOException | DirectoryIteratorException e) {
            problems.accept(directory + ": histograms of usage cannot be read, they begin anew: " + e);
        }
        return found;
    }

    private Optional<UsageModel> read(Path file, HalfLives halfLives) {
        try {
            Optional<byte[]> content = OwnFile.read(file, LARGEST);
            return content.isEmpty()
                    ? Optional.empty()
                    : Optional.of(CheckpointText.read(PlainJson.MAPPER.readTree(content.get()), halfLives));
        } catch (IOException e) {
            problems.accept(file + " cannot be read, its histograms begin anew: " + FileErrorFormatter.of(e));
        } catch (IllegalArgumentException e) {
            problems.accept(file + ": " + e.getMessage() + "; its histograms begin anew");
        }
        return Optional.empty();
    }

    /** Whether the disk took it. */
    boolean write(String id, UsageModel model) {
        if (!ID.matcher(id).matches()) {
            return true;
        }
        try {
            OwnFile.replace(directory.resolve(id), PlainJson.MAPPER.writeValueAsBytes(CheckpointText.write(id, model)));
            return true;
        } catch (IOException e) {
            problems.accept(directory + ": histograms of usage cannot be kept: " + FileErrorFormatter.of(e));
            return false;
        }
    }

    /** Removes what belongs to a pod that is gone. */
    void remove(String id) {
        if (ID.matcher(id).matches()) {
            try {
                Files.deleteIfExists(directory.resolve(id));
            } catch (IOException e) {
                problems.accept(directory + ": an old histogram cannot be removed: " + FileErrorFormatter.of(e));
            }
        }
    }
}
