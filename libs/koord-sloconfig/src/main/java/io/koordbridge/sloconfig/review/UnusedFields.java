package io.koordbridge.sloconfig.review;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.SchemaVisitor;
import io.koordbridge.sloconfig.catalog.Actor;
import io.koordbridge.sloconfig.catalog.CatalogKey;
import io.koordbridge.sloconfig.catalog.ConfigCatalog;
import io.koordbridge.sloconfig.review.Finding.Severity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Fields that have no effect while the node agent is koordlet. */
@PureCore
public final class UnusedFields {
    private static final String PROBLEM = "koordlet does not act on it, Koordinator's agent only";
    /** From the place of a strategy in a document to the path inside it. */
    private static final String STRATEGY = "^(clusterStrategy\\.|(nodeStrategies|nodeConfigs)\\[\\d+]\\.)";

    private UnusedFields() {}

    /** One finding for each field that is set; by key and line. */
    public static List<Finding> of(Map<String, String> data) {
        List<Finding> findings = new ArrayList<>();
        for (CatalogKey key : ConfigCatalog.KEYS) {
            String text = data.get(key.key());
            if (text != null && !text.isBlank()) {
                findings.addAll(of(key.document(), text));
            }
        }
        findings.sort(Comparator.comparing(Finding::key).thenComparingInt(Finding::line));
        return findings;
    }

    private static List<Finding> of(ConfigDocument document, String text) {
        List<Finding> findings = new ArrayList<>();
        Decoded decoded = document.decode(text);
        SchemaVisitor.through(decoded.tree(), document.shape(), "", (field, value, path) -> {
            boolean covered = findings.stream().anyMatch(one -> path.startsWith(one.field() + "."));
            if (!covered && Actor.of(document.key(), inStrategy(path)) == Actor.REFERENCE_AGENT) {
                int line = decoded.notes().line(path);
                findings.add(new Finding(Severity.WARNING, line, document.key(), path, PROBLEM, ""));
            }
        });
        return findings;
    }

    private static String inStrategy(String path) {
        return path.replaceFirst(STRATEGY, "").replaceAll("\\[\\d+]", "[]");
    }
}
