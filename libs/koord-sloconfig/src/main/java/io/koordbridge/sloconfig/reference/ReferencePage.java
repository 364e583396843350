package io.koordbridge.sloconfig.reference;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.sloconfig.ConfigDocument;
import io.koordbridge.sloconfig.ConfigDocument.Layout;
import io.koordbridge.sloconfig.NodeEntries;
import io.koordbridge.sloconfig.ObjectSchema;
import io.koordbridge.sloconfig.catalog.CatalogKey;
import io.koordbridge.sloconfig.catalog.ConfigCatalog;
import io.koordbridge.sloconfig.colocation.ColocationSchemas;
import io.koordbridge.sloconfig.damping.DampingSchemas;
import java.util.ArrayList;
import java.util.List;

/** The page {@code docs/reference/slo-controller-config.md}. */
@PureCore
public final class ReferencePage {

    private static final String INTRODUCTION = """
            # The config map slo-controller-config

            <!-- Written by bin/config-reference from the shapes in libs/koord-sloconfig. Do not edit. -->

            Each key of `data` holds one JSON document. Field names may be written in any case; fields that are not listed here have no
            effect; `null` is like absent; the last of repeated fields wins. Integers take no fraction, no exponent and no quotes.
            A document that cannot be read keeps the last good one in force, key by key, and raises an event on the config map and the
            gauge `koord_manager_config_faulty{key}`. `colo config validate FILE` checks a file with the same rules.

            **In force** is the range that the controllers take, after merging: outside of it the cluster's part keeps its last good
            value, and an entry for some nodes takes the cluster's. **Admission** is what the webhook `/validate-configmap` (gate
            `ConfigMapValidatingWebhook`, on in the chart) lets through, checked on each part before merging. Empty cells: everything.

            **Who acts** is who has to run for a field to have an effect. *Koordinator's agent only*: koord-manager hands the field on in the NodeSLO,
            koordlet does nothing with it, and `colo config validate` warns of it (`--agent koordinator` says that Koordinator's agent runs). What
            evicts also needs a feature gate of koordlet.
            """;
    private static final String HEADER = """
            | field | type | default | in force | admission | who acts | meaning |
            |---|---|---|---|---|---|---|
            """;

    private ReferencePage() {}

    /** The whole page. */
    public static String markdown() {
        StringBuilder page = new StringBuilder(INTRODUCTION).append("\n## Keys\n");
        page.append("| key | all nodes | some nodes | admission | meaning |\n|---|---|---|---|---|\n");
        ConfigCatalog.KEYS.forEach(key -> page.append(overview(key)).append('\n'));
        page.append("\n## Entries for some nodes\n").append(entries());
        for (CatalogKey key : ConfigCatalog.KEYS) {
            page.append("\n## ").append(key.key()).append('\n').append(sentence(key));
            table(page, key.document().strategy(), key.document());
            if (key.key().equals(ColocationSchemas.KEY)) {
                damping(page);
            }
        }
        return page.toString();
    }

    private static String overview(CatalogKey key) {
        Layout layout = key.document().layout();
        String cluster = layout == Layout.CLUSTER_STRATEGY ? "in `clusterStrategy`" : "at the top";
        return "| [`%s`](#%s) | %s | `%s[]` | %s | %s |"
                .formatted(
                        key.key(),
                        key.key(),
                        cluster,
                        layout.entriesField(),
                        key.checkedAtAdmission() ? "checked" : "not checked",
                        key.meaning());
    }

    private static String entries() {
        List<String> rows = new ArrayList<>(
                FieldRows.of("", NodeEntries.withIdentity(ObjectSchema.of()), JsonNodeFactory.instance.objectNode()));
        return """
                The first entry whose selector matches a node's labels holds; matches do not add up. An entry keeps what it does not say
                from the cluster's part: objects are merged field by field, maps by key, lists element by element. Fields that are not
                allowed beside each other replace each other: an entry's own takes the place of the cluster's. At admission each
                entry needs a selector that selects something, and no two entries of a key may select the same node.

                """ + HEADER + String.join("\n", rows) + "\n";
    }

    private static String sentence(CatalogKey key) {
        Layout layout = key.document().layout();
        String words = Character.toUpperCase(key.meaning().charAt(0))
                + key.meaning().substring(1) + ". "
                + (layout == Layout.CLUSTER_STRATEGY
                        ? "The fields stand in `clusterStrategy` and in each of `nodeStrategies[]`."
                        : "The fields stand at the top and in each of `" + layout.entriesField() + "[]`.");
        String empty = key.emptyMeansMissing() ? "\nAn empty text is like no key: the defaults hold." : "";
        return words + empty + "\n\n";
    }

    private static void table(StringBuilder page, ObjectSchema shape, ConfigDocument document) {
        page.append(HEADER)
                .append(String.join("\n", FieldRows.of(document.key(), shape, document.defaults())))
                .append('\n');
    }

    private static void damping(StringBuilder page) {
        page.append("""

                ### extensions.damping
                Steadies the capacity; off unless set. Unknown fields are refused here, and a value out of range keeps the last good
                damping while the rest comes into force.

                """)
                .append(HEADER)
                .append(String.join(
                        "\n",
                        FieldRows.of(
                                ColocationSchemas.KEY, DampingSchemas.DOCUMENT, JsonNodeFactory.instance.objectNode())))
                .append('\n');
    }
}
