package io.koordbridge.api.document.quota;

import static io.koordbridge.api.binding.Absent.orEmpty;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.JsonDocument;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.text.QuantityReader;
import io.koordbridge.api.quantity.FloatParser;
import io.koordbridge.api.quantity.Quantities;
import io.koordbridge.api.quantity.ResourceAmounts;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaProfileSpec;
import io.koordbridge.api.quota.ElasticQuotaSpec;
import io.koordbridge.protocol.Labels;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.WellKnown;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Fields, annotations and labels of ElasticQuotas and their profiles.
 *
 * <table>
 * <caption>What is read</caption>
 * <tr><th>document<th>input<th>value<th>problem
 * <tr><td>any annotation<td>none, {@code ""}, {@code null}<td>absent<td>none
 * <tr><td><td>no JSON, text behind it, more than 262144 characters<td>none<td>yes
 * <tr><td>amounts<td>{@code {"cpu": 4, "memory": " 1Gi ", "x": null}}<td>4, 1 Gi, 0<td>none
 * <tr><td><td>{@code []}, {@code "4"}, {@code {"cpu": "four"}}, {@code {"cpu": true}}, {@code {"cpu": {}}}<td>none<td>yes
 * <tr><td><td>{@code {"cpu": "-1", "memory": 1}}<td>memory<td>yes, for each amount below 0
 * <tr><td>names<td>{@code ["a", "b"]}, {@code []}<td>these<td>none
 * <tr><td><td>{@code {"x": "a"}}, {@code "a"}, {@code [1]}, {@code [null]}, {@code [""]}, {@code [["a"]]}<td>none<td>yes
 * <tr><td>spec.min, spec.max<td>an amount that is not a quantity, is null or below 0<td>the others<td>yes, for each of them
 * <tr><td>switches<td>{@code "true"}, {@code "false"}, {@code ""}, none<td>that, or the default<td>none
 * <tr><td><td>{@code "True"}, {@code "yes"}<td>the default of that label<td>yes
 * <tr><td>spec.resourceRatio of a profile<td>{@code 0.9}, {@code 5e-1}; none<td>that; absent<td>none
 * <tr><td><td>{@code ""}, {@code 50%}, {@code 0}, {@code 1.5}, {@code NaN}<td>none<td>yes
 * <tr><td>parent<td>none, {@code ""}<td>the root quota<td>none
 * <tr><td>tree id, a pod's quota<td>none<td>{@code ""}<td>none
 * </table>
 *
 * <table>
 * <caption>What each process does about a problem</caption>
 * <tr><th>document<th>koord-scheduler<th>koord-manager, trees of quotas<th>koord-manager, webhook
 * <tr><td>namespaces<td>the last good ones stay, else none; event<td>the same<td>a warning to the writer
 * <tr><td>spec<td>the last good one stays, else what could be read; event<td>the same<td>refused
 * <tr><td>shared-weight<td>the last good one stays, else what could be read, else spec.max; event<td>a metric shows it<td>refused
 * <tr><td>total-resource<td>the last good one stays, else what could be read; event<td>-<td>the profile writes it anew
 * <tr><td>guaranteed<td>written anew<td>the last good one stays, else what could be read<td>a warning
 * <tr><td>switches<td>the last good ones stay, else the defaults; event<td>the same<td>a warning
 * <tr><td>admission, child-request<td>written anew<td>-<td>a warning; pods of the quota are refused
 * <tr><td>runtime, request, allocated<td>written anew<td>pods get no scheduling gate<td>-
 * <tr><td>max-strict-check-resource-keys<td>-<td>-<td>refused
 * <tr><td>resource-keys of a profile<td>-<td>cpu and memory, with an event<td>-
 * <tr><td>resourceRatio of a profile<td>-<td>all of the nodes, with an event<td>-
 * </table>
 */
@PureCore
public final class QuotaDocuments {

    private static final String TRUE = "true";
    private static final String FALSE = "false";
    private static final Set<String> SWITCHED = Set.of("", TRUE, FALSE);
    private static final String AN_OBJECT = "an object of quantities such as {\"cpu\": 4}";
    private static final String AN_AMOUNT = "an amount such as 4, 500m or 2Gi";
    private static final String NOT_NEGATIVE = "0 or more";
    private static final String A_SHARE = "a number above 0 and up to 1, such as 0.9";
    private static final String AN_ARRAY = "an array of texts such as [\"a\"]";

    /** In characters; the API server takes no more in all annotations of an object. */
    private static final int LONGEST = 256 * 1024;

    /** Of one document; further ones add nothing for its writer. */
    private static final int MOST_PROBLEMS = 8;

    private QuotaDocuments() {}

    /** The spec of a quota; never absent. */
    public static Decoded<QuotaLimits> limits(ElasticQuota quota) {
        ElasticQuotaSpec spec = quota.getSpec();
        if (spec == null) {
            return Decoded.of(QuotaLimits.NONE);
        }
        Decoded<ResourceAmounts> max = amounts(spec.max(), "spec.max");
        Decoded<ResourceAmounts> min = amounts(spec.min(), "spec.min");
        List<WireProblem> problems = new ArrayList<>(max.problems());
        problems.addAll(min.problems());
        return new Decoded<>(
                new QuotaLimits(min.orElse(ResourceAmounts.NONE), max.orElse(ResourceAmounts.NONE)), problems);
    }

    /** A field of amounts; what is wrong in it is left out. */
    public static Decoded<ResourceAmounts> amounts(@Nullable Map<String, Quantity> list, String field) {
        if (list == null) {
            return Decoded.absent();
        }
        Amounts amounts = new Amounts(field);
        list.forEach((name, quantity) -> {
            Optional<BigDecimal> amount = quantity == null
                    ? Optional.empty()
                    : QuantityReader.parse(quantity.toString()).map(Quantities::decimal);
            amounts.add(name, amount, String.valueOf(quantity));
        });
        return amounts.read();
    }

    /** An annotation of amounts by resource. One with a value that is not an amount is not read at all. */
    public static Decoded<ResourceAmounts> amounts(HasMetadata quota, String key) {
        Decoded<JsonNode> json = json(quota, key, AN_OBJECT);
        JsonNode tree = json.value();
        if (tree == null) {
            return new Decoded<>(null, json.problems());
        }
        if (!tree.isObject()) {
            return Decoded.unreadable(new WireProblem(key, "", tree.toString(), AN_OBJECT));
        }
        Amounts amounts = new Amounts(key);
        tree.properties().forEach(field -> {
            Optional<BigDecimal> amount =
                    QuantityReader.ofJson(field.getValue()).map(Quantities::decimal);
            amounts.add(field.getKey(), amount, shown(field.getValue()));
        });
        return amounts.unreadable ? new Decoded<>(null, amounts.problems) : amounts.read();
    }

    /** An annotation of names. One with an element that is not a name is not read at all. */
    public static Decoded<List<String>> names(HasMetadata object, String key) {
        Decoded<JsonNode> json = json(object, key, AN_ARRAY);
        JsonNode tree = json.value();
        if (tree == null) {
            return new Decoded<>(null, json.problems());
        }
        if (!tree.isArray()) {
            return Decoded.unreadable(new WireProblem(key, "", tree.toString(), AN_ARRAY));
        }
        List<String> names = new ArrayList<>();
        for (JsonNode element : tree) {
            if (!element.isTextual() || element.textValue().isEmpty()) {
                return Decoded.unreadable(new WireProblem(key, "[" + names.size() + "]", shown(element), AN_ARRAY));
            }
            names.add(element.textValue());
        }
        return Decoded.of(List.copyOf(names));
    }

    private static String shown(JsonNode value) {
        return value.isTextual() ? value.textValue() : value.toString();
    }

    /** The share of its nodes that a profile takes. */
    public static Decoded<Double> ratio(ElasticQuotaProfileSpec profile) {
        String text = profile.resourceRatio();
        if (text == null) {
            return Decoded.absent();
        }
        OptionalDouble share = FloatParser.read(text);
        return share.isPresent() && share.getAsDouble() > 0 && share.getAsDouble() <= 1
                ? Decoded.of(share.getAsDouble())
                : Decoded.unreadable(new WireProblem("spec.resourceRatio", "", text, A_SHARE));
    }

    /** Labels that are true or false; never absent. */
    public static Decoded<QuotaSwitches> switches(HasMetadata quota) {
        List<WireProblem> problems = new ArrayList<>();
        QuotaSwitches read = new QuotaSwitches(
                is(TRUE, quota, Labels.QUOTA_IS_PARENT, problems),
                is(TRUE, quota, Labels.QUOTA_IS_ROOT, problems),
                !is(FALSE, quota, Labels.QUOTA_ALLOW_LENT, problems),
                is(TRUE, quota, Labels.QUOTA_ALLOW_FORCE_UPDATE, problems),
                is(TRUE, quota, Labels.QUOTA_IGNORE_DEFAULT_TREE, problems));
        return new Decoded<>(read, problems);
    }

    private static boolean is(String value, HasMetadata quota, String key, List<WireProblem> problems) {
        String text = label(quota, key);
        if (!SWITCHED.contains(text)) {
            problems.add(new WireProblem("label " + key, "", text, TRUE + ", " + FALSE));
        }
        return value.equals(text);
    }

    /** Name of the parent; only the root quota has none. */
    public static String parent(HasMetadata quota) {
        String parent = label(quota, Labels.QUOTA_PARENT);
        boolean isRoot = WellKnown.ROOT_QUOTA.equals(quota.getMetadata().getName());
        return parent.isEmpty() && !isRoot ? WellKnown.ROOT_QUOTA : parent;
    }

    /** Tree of a quota or a profile, empty for the default one. */
    public static String treeId(HasMetadata object) {
        return label(object, Labels.QUOTA_TREE_ID);
    }

    /** The quota that a pod names, empty when it names none. */
    public static String ofPod(HasMetadata pod) {
        return label(pod, Labels.QUOTA_NAME);
    }

    /** Whether a pod counts against the minimum of its quota, because it is not preempted. */
    public static boolean isNonPreemptible(HasMetadata pod) {
        return FALSE.equals(label(pod, Labels.QUOTA_PREEMPTIBLE));
    }

    private static String label(HasMetadata object, String key) {
        String text = orEmpty(object.getMetadata().getLabels()).get(key);
        return text == null ? "" : text;
    }

    private static Decoded<JsonNode> json(HasMetadata object, String key, String allowed) {
        String text = AnnotationCodec.text(object, key).orElse("");
        if (text.length() > LONGEST) {
            return Decoded.unreadable(
                    new WireProblem(key, "", text.length() + " characters", "at most " + LONGEST + " characters"));
        }
        Decoded<JsonNode> json =
                text.isEmpty() ? Decoded.absent() : JsonDocument.of(text, key, JsonNode.class, allowed);
        JsonNode tree = json.value();
        return tree != null && tree.isNull() ? Decoded.absent() : json;
    }

    /** Amounts while they are read. */
    private static final class Amounts {

        private final String document;
        private final Map<String, BigDecimal> good = new TreeMap<>();
        private final List<WireProblem> problems = new ArrayList<>();
        private boolean unreadable;

        private Amounts(String document) {
            this.document = document;
        }

        private void add(String name, Optional<BigDecimal> amount, String text) {
            unreadable |= amount.isEmpty();
            if (amount.isPresent() && amount.get().signum() >= 0) {
                good.put(name, amount.get());
            } else if (problems.size() < MOST_PROBLEMS) {
                problems.add(new WireProblem(document, name, text, amount.isEmpty() ? AN_AMOUNT : NOT_NEGATIVE));
            }
        }

        private Decoded<ResourceAmounts> read() {
            return new Decoded<>(new ResourceAmounts(good), problems);
        }
    }
}
