package io.koordbridge.it.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/** The embedded Helm renders no hooks, so this renders a copy of the chart in which those of a template are ordinary objects. */
final class ChartHooks {
    private static final String HOOK = "\"helm.sh/hook\" ";

    private ChartHooks() {}

    /**
     * The release with single values set, each {@code path=value}, and with the hooks of a template.
     *
     * @param copy directory for the changed chart
     * @param template path in the chart
     */
    static List<HasMetadata> render(Path copy, String template, String... settings) {
        Path chart = ProjectLayout.find().root().resolve("charts/koord-bridge");
        try (Stream<Path> files = Files.walk(chart)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = copy.resolve(chart.relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
            }
            Path changed = copy.resolve(template);
            String text = Files.readString(changed);
            assertThat(text).containsOnlyOnce(HOOK);
            Files.writeString(changed, text.replace(HOOK, "\"was/hook\" "));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Chart(copy).renderWith(settings);
    }
}
