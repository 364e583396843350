package io.koordbridge.sloconfig.review;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.SchemaVisitor;
import io.koordbridge.sloconfig.catalog.CatalogKey;
import io.koordbridge.sloconfig.catalog.ConfigCatalog;
import io.koordbridge.sloconfig.review.Finding.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Warnings about fields that are set, by their place inside a strategy. */
@PureCore
final class SetFields {

    /** From the place of a strategy in a document to the path inside it. */
    private static final String STRATEGY = "^(clusterStrategy\\.|(nodeStrategies|nodeConfigs)\\[\\d+]\\.)";

    private SetFields() {}

    /** What is to be said of a field, and what would be right. */
    record Warning(String problem, String allowed) {}

    /** Says it, or nothing. */
    interface Judge {
        Optional<Warning> of(String key, String pathInStrategy);
    }

    /** One finding for each field that is set, not for what is below it; by key and line. */
    static List<Finding> of(Map<String, String> data, Judge judge) {
        List<Finding> findings = new ArrayList<>();
        for (CatalogKey key : ConfigCatalog.KEYS) {
            String text = data.get(key.key());
            if (text != null && !text.isBlank()) {
                findings.addAll(of(key.document(), text, judge));
            }
        }
        findings.sort(Comparator.comparing(Finding::key).thenComparingInt(Finding::line));
        return findings;
    }

    private static List<Finding> of(ConfigDocument document, String text, Judge judge) {
        List<Finding> findings = new ArrayList<>();
        Decoded decoded = document.decode(text);
        SchemaVisitor.through(decoded.tree(), document.shape(), "", (field, value, path) -> {
            boolean covered = findings.stream().anyMatch(one -> path.startsWith(one.field() + "."));
            if (!covered) {
                judge.of(document.key(), inStrategy(path))
                        .map(warning -> new Finding(
                                Severity.WARNING,
                                decoded.notes().line(path),
                                document.key(),
                                path,
                                warning.problem(),
                                warning.allowed()))
                        .ifPresent(findings::add);
            }
        });
        return findings;
    }

    private static String inStrategy(String path) {
        return path.replaceFirst(STRATEGY, "").replaceAll("\\[\\d+]", "[]");
    }
}
