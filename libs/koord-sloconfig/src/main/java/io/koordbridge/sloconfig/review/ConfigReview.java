package io.koordbridge.sloconfig.review;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.Decoded;
import io.koordbridge.sloconfig.NodeEntry;
import io.koordbridge.sloconfig.Problem;
import io.koordbridge.sloconfig.SchemaVisitor;
import io.koordbridge.sloconfig.UnreadPaths;
import io.koordbridge.sloconfig.catalog.CatalogKey;
import io.koordbridge.sloconfig.catalog.ConfigCatalog;
import io.koordbridge.sloconfig.colocation.ColocationConfigReader;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.noderatios.NodeRatioSchemas;
import io.koordbridge.sloconfig.review.Finding.Severity;
import io.koordbridge.sloconfig.validation.KeyRules;
import io.koordbridge.sloconfig.validation.Reason;
import io.koordbridge.sloconfig.validation.Rejection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Findings about a whole config map. */
@PureCore
public final class ConfigReview {

    private static final Comparator<Finding> ORDER =
            Comparator.comparing(Finding::key).thenComparingInt(Finding::line).thenComparing(Finding::field);

    private final Map<String, String> data;
    private final List<Finding> findings = new ArrayList<>();

    private ConfigReview(Map<String, String> data) {
        this.data = data;
    }

    /** Everything there is to say, by key and line. */
    public static List<Finding> of(Map<String, String> data) {
        ConfigReview review = new ConfigReview(data);
        List<String> known = ConfigCatalog.KEYS.stream().map(CatalogKey::key).toList();
        for (String key : data.keySet()) {
            ConfigCatalog.find(key)
                    .ifPresentOrElse(review::key, () -> review.findings.add(IgnoredFields.ofKey(key, known)));
        }
        return review.findings.stream().sorted(ORDER).toList();
    }

    private void key(CatalogKey key) {
        String text = data.getOrDefault(key.key(), "");
        if (text.isEmpty() && key.emptyMeansMissing()) {
            String problem = "empty text, like no key at all: the defaults hold";
            findings.add(new Finding(Severity.WARNING, 0, key.key(), "", problem, "{} or no key"));
            return;
        }
        ConfigDocument document = key.document();
        Decoded decoded = document.decode(text);
        KeyRules.denials(document, decoded, data, false).forEach(denial -> denial(key, denial));
        List<Finding> values = new ArrayList<>();
        inForce(document, decoded, values);
        names(document, decoded, values);
        texts(document, decoded, values);
        if (document == NodeRatioSchemas.AMPLIFICATION) {
            values.addAll(AmplificationRatios.of(decoded));
        }
        UnreadPaths unread = decoded.unread();
        values.stream().filter(finding -> !unread.touch(finding.field())).forEach(findings::add);
        findings.addAll(IgnoredFields.of(document, decoded));
    }

    /** Rules about entries are no more than advice where no webhook looks. */
    private void denial(CatalogKey key, Rejection denial) {
        for (Problem problem : denial.problems()) {
            boolean aboutEntry =
                    denial.reason() == Reason.OVERLAP || problem.field().endsWith(".nodeSelector");
            boolean advice = aboutEntry && !key.checkedAtAdmission();
            if (problem.key().equals(key.key())) {
                String words = problem.field().endsWith(".nodeSelector") && denial.reason() == Reason.NOT_ALLOWED
                        ? selector(problem)
                        : words(denial.reason(), problem);
                add(advice ? Severity.WARNING : Severity.ERROR, words, problem);
            }
        }
    }

    private static String selector(Problem problem) {
        return problem.value().isEmpty() ? "missing or empty" : problem.value();
    }

    private static String words(Reason reason, Problem problem) {
        String value = problem.value().isEmpty() ? "nothing" : problem.value();
        return switch (reason) {
            case UNREADABLE -> problem.field().isEmpty() ? "text cannot be read" : value + " is of another kind";
            case NOT_ALLOWED -> value + " is not allowed";
            case BANDWIDTH -> value + " does not fit";
            case OVERLAP, NODE_CONFLICT -> "entries can select the same node: " + value;
        };
    }

    private void add(Severity severity, String words, Problem problem) {
        findings.add(new Finding(severity, problem.line(), problem.key(), problem.field(), words, problem.allowed()));
    }

    /** Ranges that hold after merging, where controllers check them. */
    private void inForce(ConfigDocument document, Decoded decoded, List<Finding> values) {
        if (!document.key().equals(ColocationSchemas.KEY)) {
            return;
        }
        Set<String> told = new HashSet<>();
        findings.forEach(finding -> told.add(finding.key() + " " + finding.field()));
        for (Problem problem : ColocationConfigReader.problems(decoded.tree())) {
            if (told.add(problem.key() + " " + problem.field())) {
                int line = decoded.notes().line(problem.field());
                String words = problem.value() + " is not taken by the controllers";
                values.add(new Finding(Severity.ERROR, line, problem.key(), problem.field(), words, problem.allowed()));
            }
        }
    }

    private static void names(ConfigDocument document, Decoded decoded, List<Finding> values) {
        Set<String> seen = new HashSet<>();
        for (NodeEntry entry : document.entries(decoded.tree())) {
            String field = entry.path() + "name";
            if (entry.name().isEmpty() || !seen.add(entry.name())) {
                String problem =
                        entry.name().isEmpty() ? "entry without name" : entry.name() + " names several entries";
                int line = decoded.notes().line(field);
                values.add(new Finding(
                        Severity.WARNING, line, document.key(), field, problem, "a name of its own for each entry"));
            }
        }
    }

    /** Texts that are read but have no meaning of their own: most often a slip of the pen. */
    private static void texts(ConfigDocument document, Decoded decoded, List<Finding> values) {
        SchemaVisitor.through(decoded.tree(), document.shape(), "", (field, value, path) -> {
            boolean known = field.known().isEmpty() || field.known().contains(value.asText());
            if (!known && !value.asText().isEmpty()) {
                String allowed = String.join(", ", field.known());
                int line = decoded.notes().line(path);
                String problem = Problem.shown(value.asText()) + " has no meaning of its own";
                values.add(new Finding(Severity.WARNING, line, document.key(), path, problem, allowed));
            }
        });
    }
}
