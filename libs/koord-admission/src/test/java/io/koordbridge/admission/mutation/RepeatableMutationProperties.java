package io.koordbridge.admission.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

class RepeatableMutationProperties {

    @Property(tries = 3_000)
    void aSecondCallChangesNothing(@ForAll Random random) {
        RandomAdmissions admissions = new RandomAdmissions(random);
        ObjectNode first = admitted(admissions, admissions.pod());

        PodMutation.Outcome second = admissions.call(first, 20);

        assertThat(second.refusal()).isNull();
        assertThat(second.pod()).isEqualTo(first);
    }

    private static ObjectNode admitted(RandomAdmissions admissions, ObjectNode pod) {
        PodMutation.Outcome outcome = admissions.call(pod, 0);
        Assume.that(outcome.refusal() == null);
        return outcome.pod();
    }

    @Property(tries = 3_000)
    void aSidecarOfALaterWebhookIsConvertedLikeTheOthers(@ForAll Random random) {
        RandomAdmissions admissions = new RandomAdmissions(random);
        ObjectNode submitted = admissions.pod();
        ObjectNode first = admitted(admissions, submitted);
        ObjectNode together = admissions.withSidecar(first);
        boolean converts = converts(submitted, first);

        ObjectNode second = admissions.call(together, 20).pod();

        ArrayNode containers = (ArrayNode) second.at("/spec/containers");
        JsonNode requests =
                containers.remove(containers.size() - 1).path("resources").path("requests");
        if (converts) {
            assertThat(requests.has("cpu")).isFalse();
            assertThat(requests.has("memory")).isFalse();
        }
        assertThat(withoutAmounts(second)).isEqualTo(withoutAmounts(first));
    }

    /** Whether the first call took plain cpu or memory away. */
    private static boolean converts(ObjectNode before, ObjectNode after) {
        return plain(before) && !plain(after);
    }

    private static boolean plain(JsonNode pod) {
        return pod.at("/spec/containers").findValues("cpu").size()
                        + pod.at("/spec/containers").findValues("memory").size()
                > 0;
    }

    private static ObjectNode withoutAmounts(ObjectNode pod) {
        ObjectNode copy = pod.deepCopy();
        if (copy.at("/metadata/annotations") instanceof ObjectNode annotations) {
            annotations.remove("node.koordinator.sh/extended-resource-spec");
            if (annotations.isEmpty()) {
                ((ObjectNode) copy.path("metadata")).remove("annotations");
            }
        }
        return copy;
    }

    @Property(tries = 3_000)
    void defaultsOfALimitRangeChangeNoAmountThatAContainerHas(@ForAll Random random) {
        RandomAdmissions admissions = new RandomAdmissions(random);
        ObjectNode submitted = RandomAdmissions.withDefaults(admissions.pod());
        ObjectNode first = admitted(admissions, submitted);
        Assume.that(converts(submitted, first));
        ObjectNode defaulted = RandomAdmissions.withDefaults(first);

        ObjectNode second = admissions.call(defaulted, 20).pod();

        assertThat(plain(second)).isFalse();
        for (int at = 0; at < first.at("/spec/containers").size(); at++) {
            for (String list : List.of("requests", "limits")) {
                String pointer = "/spec/containers/" + at + "/resources/" + list;
                first.at(pointer)
                        .properties()
                        .forEach(amount -> assertThat(second.at(pointer).get(amount.getKey()))
                                .isEqualTo(amount.getValue()));
            }
        }
    }
}
