package io.koordbridge.koordlet.nodenote;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.koordbridge.kube.client.FailureFormatter;
import io.koordbridge.kube.write.ObjectAddress;
import io.koordbridge.kube.write.ObjectPatcher;
import java.util.Collections;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An annotation of the Node that only this agent writes, when it changes. One thread. */
public final class NodeNote {

    /** What an earlier process wrote is not known. */
    private static final String UNKNOWN = "unknown";

    private final ObjectPatcher patcher;
    private final String nodeName;
    private final String key;
    private final Consumer<String> problems;
    private @Nullable String written = UNKNOWN;
    private boolean failed;

    public NodeNote(ObjectPatcher patcher, String nodeName, String key, Consumer<String> problems) {
        this.patcher = patcher;
        this.nodeName = nodeName;
        this.key = key;
        this.problems = problems;
    }

    /**
     * Brings the annotation up to date; a failure is reported once, and tried again with the next call.
     *
     * @param wanted its value, null for none
     */
    public void update(@Nullable String wanted) {
        if (wanted == null ? written == null : wanted.equals(written)) {
            return;
        }
        try {
            patcher.patchAnnotations(
                    ObjectAddress.of(Node.class, nodeName), Collections.singletonMap(key, wanted), null);
            written = wanted;
            failed = false;
        } catch (KubernetesClientException e) {
            if (!failed) {
                problems.accept(
                        "Node/" + nodeName + ": annotation " + key + " is not written: " + FailureFormatter.of(e));
            }
            failed = true;
        }
    }
}
