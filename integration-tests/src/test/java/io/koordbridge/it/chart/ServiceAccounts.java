package io.koordbridge.it.chart;

import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.koordbridge.lab.kube.RealControlPlane;
import io.koordbridge.protocol.WellKnown;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;

/** Credentials of the release's service accounts, as the kubelet would mount them. */
public record ServiceAccounts(RealControlPlane controlPlane) {

    /** Kubeconfig text with a token of the account. */
    String kubeconfig(String account) throws IOException {
        return kubeconfigWith(token(account));
    }

    /** A token of the account. */
    String token(String account) {
        return token(
                account,
                new TokenRequestBuilder()
                        .withNewSpec()
                        .withExpirationSeconds(3600L)
                        .endSpec()
                        .build());
    }

    /** Kubeconfig text with the token of a pod of the account on that node; the pod is made. */
    public String kubeconfigOfPod(String account, String node) throws IOException {
        Pod pod = controlPlane.client().resource(pod(account, node)).create();
        return kubeconfigWith(token(
                account,
                new TokenRequestBuilder()
                        .withNewSpec()
                        .withExpirationSeconds(3600L)
                        .withNewBoundObjectRef(
                                "v1",
                                "Pod",
                                pod.getMetadata().getName(),
                                pod.getMetadata().getUid())
                        .endSpec()
                        .build()));
    }

    private String token(String account, TokenRequest request) {
        return controlPlane
                .client()
                .serviceAccounts()
                .inNamespace(WellKnown.NAMESPACE)
                .withName(account)
                .tokenRequest(request)
                .getStatus()
                .getToken();
    }

    private String kubeconfigWith(String token) throws IOException {
        return Files.readString(controlPlane.kubeconfig()).replace(controlPlane.adminToken(), token);
    }

    private static Pod pod(String account, String node) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(account + "-on-" + node)
                .withNamespace(WellKnown.NAMESPACE)
                .endMetadata()
                .withNewSpec()
                .withServiceAccountName(account)
                .withNodeName(node)
                .withContainers(List.of(new ContainerBuilder()
                        .withName("main")
                        .withImage("example.invalid/none")
                        .build()))
                .endSpec()
                .build();
    }
}
