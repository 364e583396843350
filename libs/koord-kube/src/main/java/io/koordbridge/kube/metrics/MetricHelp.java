package io.koordbridge.kube.metrics;

import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** What each metric is, from the files {@code metrics-help.properties} of all modules of a process. */
final class MetricHelp {

    private static final String FILE = "metrics-help.properties";
    private static final Properties TEXTS = read();

    private MetricHelp() {}

    /** One sentence, null for metrics of others. */
    static @Nullable String of(String family) {
        return TEXTS.getProperty(family);
    }

    private static Properties read() {
        Properties texts = new Properties();
        try {
            for (URL file : Collections.list(MetricHelp.class.getClassLoader().getResources(FILE))) {
                try (InputStreamReader in = new InputStreamReader(file.openStream(), StandardCharsets.UTF_8)) {
                    texts.load(in);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + FILE, e);
        }
        return texts;
    }
}
