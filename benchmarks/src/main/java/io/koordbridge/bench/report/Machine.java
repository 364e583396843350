package io.koordbridge.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Where figures come from.
 *
 * @param cpu model name
 * @param loadBefore runnable processes of the last minute when the run began: what else the machine did
 */
public record Machine(String cpu, int cores, long memoryMebibytes, String kernel, String java, double loadBefore) {

    private static final int KIBIBYTES_PER_MEBIBYTE = 1024;

    /** This machine now. */
    public static Machine now() {
        return new Machine(
                field("/proc/cpuinfo", "model name"),
                Runtime.getRuntime().availableProcessors(),
                Long.parseLong(field("/proc/meminfo", "MemTotal").replaceAll("[^0-9]", "")) / KIBIBYTES_PER_MEBIBYTE,
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                Double.parseDouble(text("/proc/loadavg").split(" ")[0]));
    }

    private static String field(String file, String name) {
        try (Stream<String> lines = Files.lines(Path.of(file), StandardCharsets.UTF_8)) {
            return lines.filter(line -> line.startsWith(name))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse("unknown 0");
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + file, e);
        }
    }

    private static String text(String file) {
        try {
            return Files.readString(Path.of(file), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + file, e);
        }
    }
}
