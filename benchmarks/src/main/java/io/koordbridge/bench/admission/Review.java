package io.koordbridge.bench.admission;

import java.nio.charset.StandardCharsets;

/** Requests as the API server sends them: a pod as a Deployment makes it. */
final class Review {

    private Review() {}

    /** The whole HTTP request; every other pod is one that a profile changes. */
    static byte[] request(int number, int port) {
        String body = """
                {"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","request":{"uid":"bench-%d",
                "kind":{"group":"","version":"v1","kind":"Pod"},"resource":{"group":"","version":"v1","resource":"pods"},
                "requestKind":{"group":"","version":"v1","kind":"Pod"},"namespace":"shop","operation":"CREATE",
                "userInfo":{"username":"system:serviceaccount:kube-system:replicaset-controller","groups":["system:authenticated"]},
                "object":{"kind":"Pod","apiVersion":"v1","metadata":{"generateName":"web-7c5ddbdf54-","namespace":"shop",
                "labels":{"app":"web","job":"%s","pod-template-hash":"7c5ddbdf54"},
                "ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web-7c5ddbdf54",
                "uid":"0b1e6b0e-6f4e-4d6b-9f8e-0d1a2b3c4d5e","controller":true,"blockOwnerDeletion":true}]},
                "spec":{"volumes":[{"name":"config","configMap":{"name":"web","defaultMode":420}}],
                "containers":[{"name":"main","image":"registry.example.invalid/shop/web:1.42.0","args":["--listen",":8080"],
                "ports":[{"name":"http","containerPort":8080,"protocol":"TCP"}],
                "env":[{"name":"REGION","value":"eu-1"},{"name":"POD_NAME","valueFrom":{"fieldRef":{"fieldPath":"metadata.name"}}}],
                "resources":{"limits":{"cpu":"1500m","memory":"1Gi"},"requests":{"cpu":"1500m","memory":"1Gi"}},
                "volumeMounts":[{"name":"config","mountPath":"/etc/web"}],
                "readinessProbe":{"httpGet":{"path":"/ready","port":8080},"periodSeconds":5},
                "imagePullPolicy":"IfNotPresent"},
                {"name":"sidecar","image":"registry.example.invalid/mesh/proxy:2.7.1",
                "resources":{"limits":{"cpu":"200m","memory":"128Mi"},"requests":{"cpu":"100m","memory":"128Mi"}}}],
                "restartPolicy":"Always","serviceAccountName":"web","schedulerName":"default-scheduler"},"status":{}},
                "oldObject":null,"dryRun":false,"options":{"kind":"CreateOptions","apiVersion":"meta.k8s.io/v1"}}}
                """.formatted(number, number % 2 == 0 ? "batch" : "none");
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        String head = "POST /mutate-pod?timeout=10s HTTP/1.1\r\nHost: 127.0.0.1:" + port
                + "\r\nContent-Type: application/json\r\nAccept: application/json, */*\r\nContent-Length: "
                + content.length + "\r\n\r\n";
        byte[] start = head.getBytes(StandardCharsets.US_ASCII);
        byte[] whole = new byte[start.length + content.length];
        System.arraycopy(start, 0, whole, 0, start.length);
        System.arraycopy(content, 0, whole, start.length, content.length);
        return whole;
    }
}
