package io.koordbridge.it.scheduler;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Recomputes from API objects the amounts with which an extender explains why pods wait. */
final class ExplanationChecker {
    private static final Pattern QUOTA =
            Pattern.compile("quotaName: (q\\d+), limit: \\{[^}]*batch-cpu=(\\d+)[^}]*}, used: \\{([^}]*)}");
    private static final Pattern BATCH_CPU = Pattern.compile("batch-cpu=(\\d+)");

    private final List<Pod> pods;
    private final ExtenderProcess extender;
    private int compared;

    ExplanationChecker(RandomObjects objects, ExtenderProcess extender) {
        this.pods = objects.pods();
        this.extender = extender;
    }

    /** A line for each amount that differs. */
    List<String> differences() {
        List<String> differences = new ArrayList<>();
        pods.stream().filter(pod -> !Scene.isPlaced(pod)).forEach(pod -> {
            String name = pod.getMetadata().getName();
            JsonNode view = extender.view("/pods/" + RandomObjects.NAMESPACE + "/" + name);
            view.path("filter").path("refused").forEach(reason -> compareNode(name, reason, differences));
            view.path("gate").forEach(line -> compareQuota(name, line.asText(), differences));
        });
        return differences;
    }

    /** Amounts that were compared. */
    int compared() {
        return compared;
    }

    private void compareNode(String pod, JsonNode reason, List<String> differences) {
        String node = reason.path("example").path("node").asText();
        JsonNode amounts = reason.path("example").path("resources").path(Scene.BATCH_CPU);
        if (amounts.isMissingNode()) {
            return;
        }
        compared++;
        long requested = pods.stream()
                .filter(one -> node.equals(one.getSpec().getNodeName()))
                .mapToLong(one -> LimitChecker.milli(one, Scene.BATCH_CPU))
                .sum();
        if (requested != amounts.path("requested").asLong()
                || amounts.path("allocatable").asLong() != RandomObjects.NODE_MILLI) {
            differences.add(pod + " on " + node + ": " + amounts + ", the API objects say " + requested);
        }
    }

    private void compareQuota(String pod, String line, List<String> differences) {
        Matcher quota = QUOTA.matcher(line);
        if (!quota.find()) {
            return;
        }
        compared++;
        Matcher amount = BATCH_CPU.matcher(quota.group(3));
        long said = amount.find() ? Long.parseLong(amount.group(1)) : 0;
        long used = pods.stream()
                .filter(Scene::isPlaced)
                .filter(one -> quota.group(1).equals(LimitChecker.quota(one)))
                .mapToLong(one -> LimitChecker.milli(one, Scene.BATCH_CPU))
                .sum();
        if (said != used) {
            differences.add(pod + ": " + line + ", the API objects say " + used);
        }
    }
}
