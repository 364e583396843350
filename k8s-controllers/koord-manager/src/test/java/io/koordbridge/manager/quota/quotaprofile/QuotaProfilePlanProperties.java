package io.koordbridge.manager.quota.quotaprofile;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.quota.QuotaDocuments;
import io.koordbridge.api.quota.ElasticQuota;
import io.koordbridge.api.quota.ElasticQuotaProfile;
import io.koordbridge.api.quota.ElasticQuotaProfileSpec;
import io.koordbridge.protocol.Annotations;
import io.koordbridge.testkit.conformance.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotaProfilePlanProperties {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @Property(tries = 200)
    void aSecondPassChangesNothing(
            @ForAll @Size(max = 6) List<@IntRange(min = 0, max = 200_000) Integer> milliCpu,
            @ForAll @IntRange(min = -20, max = 120) int percent) {
        ElasticQuotaProfile profile = profile(percent / 100.0 + "");
        QuotaProfilePlan plan = QuotaProfilePlan.of(profile, "tree", offered(profile.getSpec(), nodes(milliCpu)));
        ObjectNode object = MAPPER.createObjectNode();
        object.putObject("metadata").putObject("labels").put("keep", "me");
        object.putObject("spec").putObject("min").put("gone", "1");

        ObjectNode after = merged(object, plan.patch(quota(object)).orElseThrow());

        assertThat(plan.patch(quota(after))).isEmpty();
        assertThat(after.at("/metadata/labels/keep").asText()).isEqualTo("me");
        assertThat(after.at("/spec/min").has("gone")).isFalse();
    }

    @Property(tries = 200)
    void aShareIsNeverMoreThanTheWholeAndNeverNegative(
            @ForAll @Size(max = 6) List<@IntRange(min = 0, max = 200_000) Integer> milliCpu,
            @ForAll @IntRange(min = -20, max = 120) int percent) {
        TreeResources whole = offered(profile(null).getSpec(), nodes(milliCpu));

        TreeResources share = offered(profile(percent / 100.0 + "").getSpec(), nodes(milliCpu));

        assertThat(share.total().above(whole.total())).isEmpty();
        assertThat(share.total().negative()).isEmpty();
        assertThat(share.unschedulable().above(share.total())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"half", "50%", "0", "-0.5", "1.5", "NaN", ""})
    void aRatioThatDoesNotCountIsNamed(String ratio) {
        assertThat(QuotaDocuments.ratio(profile(ratio).getSpec()).problems())
                .extracting(WireProblem::message)
                .containsExactly("invalid spec.resourceRatio: '" + ratio
                        + "'; allowed: a number above 0 and up to 1, such as 0.9");
    }

    @Test
    void aRatioAndKeysThatCountAreNotNamed() {
        ElasticQuotaProfile profile = profile("0.9");
        profile.getMetadata().setAnnotations(Map.of(Annotations.QUOTA_RESOURCE_KEYS, "[\"cpu\"]"));

        assertThat(QuotaDocuments.ratio(profile.getSpec())).isEqualTo(Decoded.of(0.9));
        assertThat(QuotaDocuments.ratio(profile(null).getSpec())).isEqualTo(Decoded.absent());
        assertThat(QuotaProfilePlan.keys(profile)).isEqualTo(Decoded.of(List.of("cpu")));
        assertThat(QuotaProfilePlan.keys(profile(null))).isEqualTo(Decoded.absent());
    }

    @Test
    void keysThatDoNotCountAreNamed() {
        ElasticQuotaProfile profile = profile(null);
        profile.getMetadata().setAnnotations(Map.of(Annotations.QUOTA_RESOURCE_KEYS, "cpu,memory"));

        assertThat(QuotaProfilePlan.keys(profile).problems())
                .singleElement()
                .satisfies(
                        problem -> assertThat(problem.message())
                                .startsWith(
                                        "invalid quota.scheduling.koordinator.sh/resource-keys: 'cpu,memory'; allowed: an array"));
    }

    @Test
    void anUnusableRatioTakesEverything() {
        for (String ratio : new String[] {"NaN", "0.5f", " 0.5", "Infinity", "1e400", "-1", "", "0x1"}) {
            assertThat(offered(profile(ratio).getSpec(), nodes(List.of(1000)))
                            .total()
                            .get("cpu"))
                    .as(ratio)
                    .isEqualByComparingTo("1");
        }
        for (String half : new String[] {"0.5", "5e-1", "0x1p-1"}) {
            assertThat(offered(profile(half).getSpec(), nodes(List.of(1000)))
                            .total()
                            .get("cpu"))
                    .as(half)
                    .isEqualByComparingTo("0.5");
        }
    }

    @Test
    void whatIsWrittenInAnotherFormIsNotWrittenAgain() {
        ElasticQuotaProfile profile = profile(null);
        QuotaProfilePlan plan = QuotaProfilePlan.of(profile, "tree", offered(profile.getSpec(), nodes(List.of(2000))));
        ObjectNode object =
                merged(MAPPER.createObjectNode(), plan.patch(new ElasticQuota()).orElseThrow());
        object.withObject("/spec/min").put("cpu", "2000m");
        object.withObject("/metadata/annotations")
                .put("quota.scheduling.koordinator.sh/total-resource", "{\"cpu\": 2}");

        assertThat(plan.patch(Json.as(object, ElasticQuota.class))).isEmpty();
    }

    private static ElasticQuotaProfile profile(String ratio) {
        ElasticQuotaProfile profile = new ElasticQuotaProfile();
        profile.getMetadata().setName("p");
        profile.setSpec(new ElasticQuotaProfileSpec("root", Map.of("a", "b"), ratio, new LabelSelector()));
        return profile;
    }

    private static TreeResources offered(ElasticQuotaProfileSpec spec, List<Node> nodes) {
        TreeSums sums = new TreeSums();
        sums.look(nodes.stream());
        return sums.of("p", spec.nodeSelector()).scaledBy(QuotaDocuments.ratio(spec));
    }

    private static List<Node> nodes(List<Integer> milliCpu) {
        List<Node> nodes = new ArrayList<>();
        for (int milli : milliCpu) {
            nodes.add(new NodeBuilder()
                    .withNewMetadata()
                    .withName("n" + nodes.size())
                    .endMetadata()
                    .withNewStatus()
                    .addToAllocatable("cpu", new Quantity(milli + "m"))
                    .endStatus()
                    .build());
        }
        return nodes;
    }

    private static ElasticQuota quota(ObjectNode object) {
        return Json.as(object, ElasticQuota.class);
    }

    private static ObjectNode merged(ObjectNode target, JsonNode patch) {
        ObjectNode result = target.deepCopy();
        patch.properties().forEach(field -> {
            JsonNode value = field.getValue();
            if (value.isNull()) {
                result.remove(field.getKey());
            } else if (value.isObject()) {
                result.set(
                        field.getKey(),
                        merged(
                                result.withObject(
                                        "/" + field.getKey().replace("~", "~0").replace("/", "~1")),
                                value));
            } else {
                result.set(field.getKey(), value);
            }
        });
        return result;
    }
}
