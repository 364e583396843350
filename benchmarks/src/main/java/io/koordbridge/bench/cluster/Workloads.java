package io.koordbridge.bench.cluster;

import java.util.List;

/** Which pods run on a node: half prod, the rest mid and batch, as services and jobs share nodes. */
final class Workloads {

    private static final List<Kind> KINDS = List.of(
            new Kind("LS", "koord-prod", 9_500, "cpu", "500m", "memory", "512Mi"),
            new Kind(
                    "BE",
                    "koord-batch",
                    5_500,
                    "kubernetes.io/batch-cpu",
                    "300",
                    "kubernetes.io/batch-memory",
                    "256Mi"),
            new Kind("LSR", "koord-prod", 9_100, "cpu", "1", "memory", "1Gi"),
            new Kind("LS", "koord-mid", 7_500, "cpu", "200m", "memory", "128Mi"));

    private Workloads() {}

    private record Kind(
            String qos,
            String priorityClass,
            int priority,
            String cpu,
            String cpuAmount,
            String memory,
            String bytes) {}

    static int kinds() {
        return KINDS.size();
    }

    static String qos(int pod) {
        return KINDS.get(pod % KINDS.size()).qos();
    }

    static String priority(int pod) {
        return KINDS.get(pod % KINDS.size()).priorityClass();
    }

    /** Priority classes that the pods name. */
    static String priorityClasses() {
        StringBuilder yaml = new StringBuilder();
        for (int i = 0; i < KINDS.size(); i++) {
            yaml.append("""
                    ---
                    apiVersion: scheduling.k8s.io/v1
                    kind: PriorityClass
                    metadata: {name: bench-%d}
                    value: %d
                    """.formatted(i, KINDS.get(i).priority()));
        }
        return yaml.toString();
    }

    /** A pod of a kind, bound to the template's node, with what real ones carry: probes, environment, mounts. */
    static String pod(int index, String namespace) {
        Kind kind = KINDS.get(index % KINDS.size());
        String amounts =
                "{\"%s\": \"%s\", \"%s\": \"%s\"}".formatted(kind.cpu(), kind.cpuAmount(), kind.memory(), kind.bytes());
        return """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: %s
                  namespace: %s
                  labels: {app: shop, koordinator.sh/qosClass: %s, pod-template-hash: 7c5ddbdf54}
                  annotations: {checksum/config: 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae}
                spec:
                  nodeName: %s
                  priorityClassName: bench-%d
                  containers:
                  - name: main
                    image: registry.example.invalid/shop/web:1.42.0
                    args: [--listen, ":8080", --log-level, info]
                    ports: [{containerPort: 8080, name: http}]
                    env:
                    - {name: REGION, value: eu-1}
                    - {name: POD_NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
                    readinessProbe: {httpGet: {path: /ready, port: 8080}, periodSeconds: 5}
                    resources: {requests: %s, limits: %s}
                """.formatted(
                        Templates.POD, namespace, kind.qos(), Templates.NODE, index % KINDS.size(), amounts, amounts);
    }
}
