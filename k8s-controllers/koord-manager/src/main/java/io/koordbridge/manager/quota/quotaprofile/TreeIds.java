package io.koordbridge.manager.quota.quotaprofile;

import io.koordbridge.protocol.PureCore;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Identifiers of quota trees. */
@PureCore
public final class TreeIds {

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final int UNSIGNED_BYTE = 0xff;

    private TreeIds() {}

    /** The identifier of a profile that carries none: FNV-1a with 64 bits over namespace and name, in decimal. */
    public static String derived(@Nullable String namespace, String name) {
        long hash = FNV_OFFSET;
        String text = (namespace == null ? "" : namespace) + "/" + name;
        for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ (octet & UNSIGNED_BYTE)) * FNV_PRIME;
        }
        return Long.toUnsignedString(hash);
    }
}
