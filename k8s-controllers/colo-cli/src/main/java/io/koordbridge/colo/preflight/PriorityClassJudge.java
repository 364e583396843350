package io.koordbridge.colo.preflight;

import io.koordbridge.protocol.PureCore;
import java.util.List;
import java.util.Map;

/** Whether classes that every tenant may name take the place of pods of others. */
@PureCore
final class PriorityClassJudge {

    /** The bands that are not to preempt. */
    static final List<String> NAMES = List.of("koord-batch", "koord-free");

    private static final String PART = "priority classes";
    private static final String NEVER = "Never";

    private PriorityClassJudge() {}

    /**
     * A line for each class that there is.
     *
     * @param policies preemption policy by name of the class; empty is Kubernetes' default, which preempts
     */
    static List<Finding> judge(Map<String, String> policies) {
        return NAMES.stream()
                .filter(policies::containsKey)
                .map(
                        name -> NEVER.equals(policies.get(name))
                                ? Finding.ok(PART, name, "preempts no pods")
                                : Finding.warn(
                                        PART,
                                        name,
                                        "its pods preempt all of lower priority, such as those without a class, in every namespace",
                                        "no policy of a class can be changed: kubectl delete priorityclass " + name
                                                + ", then helm upgrade makes it again with preemptionPolicy Never; pods stay as they are"))
                .toList();
    }
}
