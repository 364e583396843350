package io.koordbridge.koordlet.qos.identity;

import io.koordbridge.api.document.Decoded;
import io.koordbridge.api.document.pod.QosWishReader;
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

    private static final String ANNOTATION = QosWishReader.IDENTITY;
    /** The annotation of pods. */
    public static final OverrideKey<IdentityWish> KEY =
            new OverrideKey<>(ANNOTATION, "JSON of enable and groupIdentity", IdentityWish::of);

    private static final int SHOWN = 100;

    static IdentityWish of(String text) {
        Decoded<IdentityWish> found =
                QosWishReader.identity(text).map(qos -> new IdentityWish(qos.enable(), qos.groupIdentity(), null));
        return found.orElse(new IdentityWish(null, null, found.isGood() ? null : text));
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
