package io.koordbridge.koordlet.qos.identity;

import io.koordbridge.api.annotation.AnnotationCodec;
import io.koordbridge.api.annotation.BadAnnotationException;
import io.koordbridge.api.slo.CpuQos;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.protocol.PureCore;
import org.jspecify.annotations.Nullable;

/**
 * What a pod says of its identity. A text that cannot be read is kept as such: the pod's groups then stay as they are.
 *
 * @param enable whether it has one at all; null counts as not
 * @param groupIdentity null leaves that of its class
 * @param unreadable the text, when it cannot be read
 */
@PureCore
public record IdentityWish(
        @Nullable Boolean enable,
        @Nullable Long groupIdentity,
        @Nullable String unreadable) {

    static final String ANNOTATION = "koordinator.sh/cpuQOS";
    /** The annotation of pods. */
    public static final OverrideKey<IdentityWish> KEY =
            new OverrideKey<>(ANNOTATION, "JSON of enable and groupIdentity", IdentityWish::of);

    private static final int SHOWN = 100;

    static IdentityWish of(String text) {
        try {
            CpuQos found = AnnotationCodec.decode("Pod", ANNOTATION, text, CpuQos.class);
            return found == null
                    ? new IdentityWish(null, null, null)
                    : new IdentityWish(found.enable(), found.groupIdentity(), null);
        } catch (BadAnnotationException e) {
            return new IdentityWish(null, null, text);
        }
    }

    boolean isReadable() {
        return unreadable == null;
    }

    /** In the place of the identity of its class. */
    long over(long byClass) {
        if (!Boolean.TRUE.equals(enable)) {
            return 0;
        }
        return groupIdentity == null ? byClass : groupIdentity;
    }

    /** Object and field of messages, with the text as far as it is short. */
    String named(String pod) {
        String text = String.valueOf(unreadable == null ? groupIdentity : unreadable);
        return "Pod/" + pod + ": annotation " + ANNOTATION + " = '"
                + (text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text) + "'";
    }
}
