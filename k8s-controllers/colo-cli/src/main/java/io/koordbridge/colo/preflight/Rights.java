package io.koordbridge.colo.preflight;

import io.koordbridge.protocol.PureCore;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which rights are asked about, and what the answers mean. */
@PureCore
final class Rights {
    private static final String ADMISSION = "admissionregistration.k8s.io";
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final String INSTALL = "install the chart";
    private static final String READ = "use colo";

    private Rights() {}

    /** Of whoever runs colo. */
    static List<Right> own(String namespace, boolean installed) {
        Stream<Right> reading = Stream.of(
                mine("get", "coordination.k8s.io", "leases", namespace, READ),
                mine("list", "", "pods", namespace, READ),
                mine("create", "", "pods/portforward", namespace, READ),
                mine("list", "", "nodes", "", READ));
        Stream<Right> installing = Stream.of(
                mine("create", "apiextensions.k8s.io", "customresourcedefinitions", "", INSTALL),
                mine("create", RBAC, "clusterroles", "", INSTALL),
                mine("create", RBAC, "clusterrolebindings", "", INSTALL),
                mine("create", "scheduling.k8s.io", "priorityclasses", "", INSTALL),
                mine("create", ADMISSION, "mutatingwebhookconfigurations", "", INSTALL),
                mine("create", ADMISSION, "validatingwebhookconfigurations", "", INSTALL),
                mine("create", ADMISSION, "validatingadmissionpolicies", "", INSTALL),
                mine("create", "apps", "deployments", namespace, INSTALL),
                mine("create", "apps", "daemonsets", namespace, INSTALL),
                mine("create", "", "serviceaccounts", namespace, INSTALL),
                mine("create", "", "configmaps", namespace, INSTALL),
                mine("create", "", "services", namespace, INSTALL));
        return installed ? reading.toList() : Stream.concat(reading, installing).toList();
    }

    /** Rights that each installed service account needs for its work. */
    static List<Right> accounts(List<Workload> workloads) {
        return Stream.of(
                        account("koord-manager", "patch", "", "nodes/status"),
                        account("koord-manager", "patch", "", "nodes"),
                        account("koord-manager", "watch", "", "pods"),
                        account("koord-manager", "create", "slo.koordinator.sh", "nodemetrics"),
                        account("koord-manager", "patch", "slo.koordinator.sh", "nodeslos"),
                        account("yarn-operator", "watch", "", "pods"),
                        account("yarn-operator", "patch", "", "nodes"),
                        account("yarn-operator", "patch", "", "pods"),
                        account("yarn-operator", "delete", "", "pods"),
                        account("koord-descheduler", "watch", "", "pods"),
                        account("koord-descheduler", "create", "", "pods/eviction"),
                        account("koord-descheduler", "create", "scheduling.koordinator.sh", "podmigrationjobs"),
                        account("koord-descheduler", "patch", "scheduling.koordinator.sh", "podmigrationjobs/status"),
                        account("koordlet", "watch", "slo.koordinator.sh", "nodeslos"),
                        account("koordlet", "patch", "slo.koordinator.sh", "nodemetrics/status"),
                        account("koord-scheduler", "watch", "", "nodes"),
                        account("koord-scheduler", "create", "", "pods/binding"))
                .filter(right -> workloads.stream()
                        .anyMatch(each -> each.exists() && each.name().equals(right.account())))
                .toList();
    }

    private static Right mine(String verb, String group, String resource, String namespace, String purpose) {
        return new Right("", verb, group, resource, namespace, purpose);
    }

    private static Right account(String account, String verb, String group, String resource) {
        return new Right(account, verb, group, resource, "", "do its work");
    }

    /** One line for each purpose of each account. */
    static List<Finding> judge(List<Right.Answer> answers) {
        Map<String, List<Right.Answer>> byPurpose = answers.stream()
                .collect(Collectors.groupingBy(
                        each -> each.right().account() + "|" + each.right().purpose(),
                        LinkedHashMap::new,
                        Collectors.toList()));
        List<Finding> findings = new ArrayList<>();
        for (List<Right.Answer> group : byPurpose.values()) {
            Right first = group.get(0).right();
            String who = first.account().isEmpty() ? first.purpose() : first.account();
            List<String> missing = group.stream()
                    .filter(each -> !each.allowed())
                    .map(each -> each.right().text())
                    .toList();
            if (missing.isEmpty()) {
                findings.add(Finding.ok("rights", who, group.size() + " rights, all given"));
            } else {
                findings.add(Finding.fail(
                        "rights",
                        who,
                        "missing: " + String.join(", ", missing),
                        first.account().isEmpty()
                                ? "ask an administrator for these rights, or let one " + first.purpose()
                                : "helm upgrade restores the roles of the chart; see that nothing else changes ClusterRole koord-bridge-"
                                        + first.account()));
            }
        }
        return findings;
    }
}
