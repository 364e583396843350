package io.koordbridge.koordlet.kubelet;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.koordbridge.koordlet.config.Defaults;
import java.util.Objects;

/** How to reach the kubelet of the node. */
public record KubeletConfig(
        @JsonPropertyDescription("Whether the kubelet is asked for its configuration and its pods.")
        Boolean enabled,

        @JsonPropertyDescription(
                "Certificate authority of the kubelet's own certificate, which is verified unless that is switched off.")
        String caFile,

        @JsonPropertyDescription("Token that is sent; without the file none is.")
        String tokenFile,

        @JsonPropertyDescription(
                "Directory of the kubelet: cpu_manager_state is read there, and config.yaml when it does not answer.")
        String directory,

        @JsonPropertyDescription(
                "Take any certificate of the kubelet, for clusters whose kubelets sign their own, as kubeadm's do by"
                        + " default. The token then goes to any process that answers at the address of the node.")
        boolean insecureSkipVerify) {
    private static final String ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount/";
    private static final String DIRECTORY = "/var/lib/kubelet";
    public static final KubeletConfig DEFAULT =
            new KubeletConfig(true, ACCOUNT + "ca.crt", ACCOUNT + "token", DIRECTORY, false);

    public KubeletConfig {
        enabled = Objects.requireNonNullElse(enabled, true);
        caFile = Defaults.text(caFile, ACCOUNT + "ca.crt");
        tokenFile = Defaults.text(tokenFile, ACCOUNT + "token");
        directory = Defaults.text(directory, DIRECTORY);
    }
}
