package io.koordbridge.colo.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The text of a file that a command is given. */
public final class InputFile {

    private static final String STANDARD_INPUT = "-";
    private static final int LARGEST_BYTES = 4 << 20;

    private InputFile() {}

    /**
     * Reads a file, or a stream for {@code -}.
     *
     * @throws ParameterException if there is no such file, or it is larger than 4 MiB
     */
    public static String text(CommandSpec command, String file, InputStream standardInput) {
        try {
            byte[] bytes =
                    file.equals(STANDARD_INPUT) ? standardInput.readNBytes(LARGEST_BYTES + 1) : bytes(command, file);
            if (bytes.length > LARGEST_BYTES) {
                throw refused(command, file, "larger than " + LARGEST_BYTES + " bytes");
            }
            return new String(bytes, StandardCharsets.UTF_8);
        } catch (IOException | InvalidPathException e) {
            throw refused(command, file, e.toString());
        }
    }

    private static byte[] bytes(CommandSpec command, String file) throws IOException {
        Path path = Path.of(file);
        if (!Files.isReadable(path) || Files.isDirectory(path)) {
            throw refused(command, file, "no file that can be read");
        }
        try (InputStream in = Files.newInputStream(path)) {
            return in.readNBytes(LARGEST_BYTES + 1);
        }
    }

    private static ParameterException refused(CommandSpec command, String file, String why) {
        return new ParameterException(command.commandLine(), "'" + file + "': " + why);
    }
}
