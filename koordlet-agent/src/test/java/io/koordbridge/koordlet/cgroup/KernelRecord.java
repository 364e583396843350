package io.koordbridge.koordlet.cgroup;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Steps on control groups and what a kernel answered to each: files in the resources, one for each version. A kernel and the fakes of it
 * have to answer the same.
 */
public final class KernelRecord {

    private static final String ARROW = " -> ";
    private static final Pattern STEP = Pattern.compile("(write|read|mkdir|rmdir) (\\S+)(?: \"(.*)\")?");
    private static final Map<String, String> CODES = Map.of(
            "Invalid argument", "EINVAL",
            "Numerical result out of range", "ERANGE",
            "Permission denied", "EACCES",
            "Operation not permitted", "EPERM",
            "Device or resource busy", "EBUSY",
            "No space left on device", "ENOSPC",
            "No such file or directory", "ENOENT",
            "Operation not supported", "EOPNOTSUPP",
            "Value too large for defined data type", "EOVERFLOW");

    private KernelRecord() {}

    /** What was recorded. */
    public static List<String> of(CgroupVersion version) {
        String name = version == CgroupVersion.V2 ? "/kernel/cgroup-v2.txt" : "/kernel/cgroup-v1.txt";
        try (InputStream in = KernelRecord.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same lines with the answers of these files; the answers that the lines have are left aside. */
    public static List<String> play(List<String> lines, CgroupFiles files, Path root) {
        return lines.stream().map(line -> answered(line, files, root)).toList();
    }

    private static String answered(String line, CgroupFiles files, Path root) {
        int arrow = line.indexOf(ARROW);
        String step = arrow < 0 ? line : line.substring(0, arrow);
        return step.isBlank() || step.startsWith("#") ? line : step + ARROW + answer(step, files, root);
    }

    private static String answer(String step, CgroupFiles files, Path root) {
        Matcher parts = STEP.matcher(step);
        if (!parts.matches()) {
            throw new IllegalArgumentException("invalid step: " + step);
        }
        Path path = root.resolve(parts.group(2));
        try {
            switch (parts.group(1)) {
                case "write" -> files.write(path, parts.group(3).replace("\\n", "\n"));
                case "mkdir" -> files.makeDirectory(path);
                case "rmdir" -> files.removeDirectory(path);
                default -> {
                    return quoted(files.read(path));
                }
            }
            return parts.group(1).equals("write") ? "ok " + quoted(files.read(path)) : "ok";
        } catch (IOException e) {
            return code(e);
        }
    }

    /** Without the line's end, which each of these files has. */
    private static String quoted(String content) {
        String value = content.endsWith("\n") ? content.substring(0, content.length() - 1) : content;
        return '"' + value.replace("\n", "\\n") + '"';
    }

    private static String code(IOException error) {
        if (error instanceof NoSuchFileException) {
            return "ENOENT";
        }
        if (error instanceof FileAlreadyExistsException) {
            return "EEXIST";
        }
        if (error instanceof DirectoryNotEmptyException) {
            return "ENOTEMPTY";
        }
        String message = String.valueOf(error.getMessage());
        return CODES.entrySet().stream()
                .filter(code -> message.endsWith(code.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(error.toString());
    }

    /**
     * Records the answers of this machine's kernel.
     *
     * @param args file with the steps, which gets the answers, and the mount point of the hierarchy, or of the hierarchies of version 1
     */
    public static void main(String[] args) throws IOException {
        Path file = Path.of(args[0]);
        Files.write(file, play(Files.readAllLines(file), new HostFiles(), Path.of(args[1])));
    }
}
