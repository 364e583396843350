package io.koordbridge.yarnoperator.app;

import static io.koordbridge.yarnoperator.app.SmallOperator.soon;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.policy.amount.BatchAmount;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.Annotations;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** The whole process with one NodeManager that can be drained; the test plays the node agent. */
abstract class DrainScene {

    static final YarnAmount HALF = new YarnAmount(10, 20_480);
    private static final YarnAmount USED = new YarnAmount(4, 8_192);
    static final YarnAmount MASTER = new YarnAmount(2, 2_048);

    final SmallOperator operator = new SmallOperator(new BatchAmount(20_000, 40L << 30));
    final SmallCluster cluster = operator.cluster();

    @BeforeEach
    void start() throws Exception {
        operator.start(HALF, USED, "lease.times.growInterval=500ms", "lease.times.settle=500ms");
        masters("0", "0");
        soon().until(() -> AnnotationCodec.text(cluster.node(), Annotations.NODE_YARN_LEASE)
                .filter(text -> text.contains("STEADY"))
                .isPresent());
    }

    @AfterEach
    void stop() {
        operator.close();
    }

    /** What the node agent says. */
    final void masters(String vcores, String megabytes) {
        String question = AnnotationCodec.text(cluster.node(), Annotations.NODE_YARN_QUESTION)
                .map(text -> ",\"answers\":\"" + text + "\"")
                .orElse("");
        YarnAmount has = operator.capability();
        cluster.annotate(
                Annotations.NODE_YARN_NODE_MANAGER,
                "{\"nodeId\":\"nm-0:8041\",\"capacity\":{\"vcores\":" + has.vcores() + ",\"memoryMB\":" + has.memoryMb()
                        + "},\"masters\":{\"vcores\":" + vcores + ",\"memoryMB\":" + megabytes + "}" + question + "}");
    }

    final void use(YarnAmount used) {
        operator.yarn().put("nm-0", operator.capability(), used);
    }

    final void drain(String rest) {
        cluster.annotate(Annotations.NODE_YARN_DRAIN, "{\"id\":\"d\"" + rest + "}");
    }

    final JsonNode answer() throws Exception {
        return operator.get("/api/v1/nodes").at("/nodes/0/orders");
    }

    final String state() throws Exception {
        return answer().at("/drain/state").asText();
    }

    final @Nullable Pod pod() {
        return cluster.client().pods().inNamespace("hadoop").withName("nm-0").get();
    }

    final Optional<String> mark(String key) {
        Pod pod = pod();
        return pod == null ? Optional.empty() : AnnotationCodec.text(pod, key);
    }

    final void awaitEvent(String reason) {
        soon().until(() -> cluster.client().v1().events().inAnyNamespace().list().getItems().stream()
                .anyMatch(event -> reason.equals(event.getReason())));
    }
}
