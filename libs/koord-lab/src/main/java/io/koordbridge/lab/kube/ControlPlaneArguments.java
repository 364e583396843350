package io.koordbridge.lab.kube;

import io.koordbridge.lab.kube.ControlPlaneFiles.Identity;
import java.util.ArrayList;
import java.util.List;

/** The command lines of the control plane's processes: everything on loopback, RBAC on, nothing synced to disk. */
final class ControlPlaneArguments {
    /** A quarter of a million pods fit. */
    private static final long ETCD_QUOTA_BYTES = 8L << 30;

    private final ControlPlaneFiles files;
    private final int apiPort;
    private final int etcdPort;
    private final int peerPort;
    private final boolean audited;

    ControlPlaneArguments(ControlPlaneFiles files, List<Integer> ports, boolean audited) {
        this.files = files;
        this.audited = audited;
        this.apiPort = ports.get(0);
        this.etcdPort = ports.get(1);
        this.peerPort = ports.get(2);
    }

    String server() {
        return "https://127.0.0.1:" + apiPort;
    }

    String etcdUrl() {
        return "http://127.0.0.1:" + etcdPort;
    }

    List<String> etcd() {
        String client = etcdUrl();
        String peer = "http://127.0.0.1:" + peerPort;
        return List.of(
                "--name=lab",
                "--data-dir=" + files.etcdData(),
                "--unsafe-no-fsync",
                "--quota-backend-bytes=" + ETCD_QUOTA_BYTES,
                "--listen-client-urls=" + client,
                "--advertise-client-urls=" + client,
                "--listen-peer-urls=" + peer,
                "--initial-advertise-peer-urls=" + peer,
                "--initial-cluster=lab=" + peer);
    }

    List<String> apiServer() {
        List<String> line = new ArrayList<>(apiServerAlone());
        if (audited) {
            line.add("--audit-policy-file=" + files.auditPolicy());
            line.add("--audit-log-path=" + files.auditLog());
        }
        return line;
    }

    private List<String> apiServerAlone() {
        return List.of(
                "--etcd-servers=http://127.0.0.1:" + etcdPort,
                "--bind-address=127.0.0.1",
                "--advertise-address=127.0.0.1",
                // A loopback address is refused as an endpoint; nothing here uses the service "kubernetes".
                "--endpoint-reconciler-type=none",
                "--secure-port=" + apiPort,
                "--cert-dir=" + files.certificates(),
                "--authorization-mode=RBAC",
                "--token-auth-file=" + files.tokens(),
                "--service-account-issuer=https://kubernetes.default.svc",
                "--service-account-key-file=" + files.serviceAccountKey(),
                "--service-account-signing-key-file=" + files.serviceAccountKey(),
                "--service-cluster-ip-range=10.96.0.0/16");
    }

    List<String> controllerManager(int port) {
        return List.of(
                "--kubeconfig=" + files.kubeconfig(Identity.CONTROLLER_MANAGER),
                "--authentication-kubeconfig=" + files.kubeconfig(Identity.CONTROLLER_MANAGER),
                "--authorization-kubeconfig=" + files.kubeconfig(Identity.CONTROLLER_MANAGER),
                "--authentication-skip-lookup=true",
                "--bind-address=127.0.0.1",
                "--secure-port=" + port,
                "--cert-dir=" + files.certificates(),
                "--leader-elect=false",
                "--use-service-account-credentials=true",
                "--root-ca-file=" + files.serverCertificate(),
                "--service-account-private-key-file=" + files.serviceAccountKey());
    }

    List<String> scheduler(int port) {
        return List.of(
                "--config=" + files.schedulerConfiguration(),
                "--authentication-kubeconfig=" + files.kubeconfig(Identity.SCHEDULER),
                "--authorization-kubeconfig=" + files.kubeconfig(Identity.SCHEDULER),
                // There is no client CA whose configuration could be looked up; tokens and the kubeconfig suffice.
                "--authentication-skip-lookup=true",
                "--bind-address=127.0.0.1",
                "--secure-port=" + port,
                "--cert-dir=" + files.certificates());
    }
}
