package io.koordbridge.colo.preflight;

import static io.koordbridge.api.binding.Absent.orEmpty;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Namespaces whose Pod Security rejects the privileged NodeManagers of cgroup version 2: their StatefulSet stays without pods. */
@PureCore
final class PodSecurityJudge {

    static final String PART = "pod security";

    private static final String ENFORCE = "pod-security.kubernetes.io/enforce";
    private static final String PRIVILEGED = "privileged";

    private PodSecurityJudge() {}

    /** A line for each StatefulSet of privileged NodeManagers; none without. The API server's default for other namespaces cannot be read. */
    static List<Finding> judge(List<StatefulSet> nodeManagers, List<Namespace> namespaces) {
        Map<String, String> enforced = new HashMap<>();
        namespaces.forEach(one -> enforced.put(
                one.getMetadata().getName(),
                orEmpty(one.getMetadata().getLabels()).getOrDefault(ENFORCE, "")));
        List<Finding> findings = new ArrayList<>();
        for (StatefulSet one : nodeManagers) {
            String namespace = one.getMetadata().getNamespace();
            if (one.getSpec().getTemplate().getSpec().getContainers().stream().anyMatch(PodSecurityJudge::privileged)) {
                findings.add(judge(
                        namespace + "/" + one.getMetadata().getName(),
                        namespace,
                        enforced.getOrDefault(namespace, "")));
            }
        }
        return findings;
    }

    private static Finding judge(String name, String namespace, String level) {
        String remedy = "kubectl label --overwrite namespace " + namespace + " " + ENFORCE + "=" + PRIVILEGED
                + ", or nodes with cgroup version 1";
        if (level.isEmpty()) {
            return Finding.warn(
                    PART,
                    name,
                    "its privileged pods start only where the API server enforces nothing by default: namespace "
                            + namespace + " has no label " + ENFORCE,
                    remedy);
        }
        return level.equals(PRIVILEGED)
                ? Finding.ok(PART, name, "namespace " + namespace + " admits its privileged pods")
                : Finding.fail(
                        PART,
                        name,
                        "namespace " + namespace + " enforces " + level + ", which rejects its privileged pods",
                        remedy);
    }

    private static boolean privileged(Container container) {
        return container.getSecurityContext() != null
                && Boolean.TRUE.equals(container.getSecurityContext().getPrivileged());
    }
}
