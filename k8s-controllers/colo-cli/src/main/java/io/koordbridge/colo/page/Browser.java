package io.koordbridge.colo.page;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Opens addresses with what the desktop has for it. */
final class Browser {
    private static final List<String> OPENERS = List.of("xdg-open", "open", "wslview");

    private final String searchPath;

    /**
     * A browser.
     *
     * @param searchPath directories, as in {@code $PATH}
     */
    Browser(String searchPath) {
        this.searchPath = searchPath;
    }

    /** Empty when it opens, else why not. */
    Optional<String> open(URI address) {
        Optional<Path> opener = OPENERS.stream().flatMap(this::found).findFirst();
        if (opener.isEmpty()) {
            return Optional.of("no browser is opened: none of " + String.join(", ", OPENERS) + " is on the PATH");
        }
        try {
            new ProcessBuilder(opener.get().toString(), address.toString())
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("no browser is opened: " + e.getMessage());
        }
    }

    private Stream<Path> found(String name) {
        return Stream.of(searchPath.split(File.pathSeparator))
                .filter(directory -> !directory.isEmpty())
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable);
    }
}
