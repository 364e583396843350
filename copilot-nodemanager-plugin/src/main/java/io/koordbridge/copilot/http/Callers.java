package io.koordbridge.copilot.http;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.attribute.UserPrincipal;
import org.jspecify.annotations.Nullable;

/**
 * Whose processes may end containers over the unix socket: root's, and those of one user that is configured. Containers of
 * DefaultContainerExecutor run as the NodeManager's own user: a file mode keeps none of them out.
 */
public final class Callers {
    private static final String ROOT = "0";

    private final UserPrincipal root;
    private final @Nullable UserPrincipal agent;

    private Callers(UserPrincipal root, @Nullable UserPrincipal agent) {
        this.root = root;
        this.agent = agent;
    }

    /** Only root. */
    public static Callers ofRoot() throws IOException {
        return new Callers(lookUp(ROOT), null);
    }

    /**
     * Root and this user.
     *
     * @param agent name or number
     * @throws IOException when there is no such user
     */
    public static Callers of(String agent) throws IOException {
        return new Callers(lookUp(ROOT), lookUp(agent));
    }

    /** Why a caller is rejected; null when it is accepted. A caller whose user is unknown is rejected. */
    @Nullable
    String refusal(@Nullable UserPrincipal peer) {
        if (root.equals(peer) || (agent != null && agent.equals(peer))) {
            return null;
        }
        return "user of the caller = " + (peer == null ? "unknown" : peer.getName()) + ": want root"
                + (agent == null ? "" : " or " + agent.getName()) + " (koordbridge.copilot.agent.user)";
    }

    /** Why that keeps no container of the NodeManager's own user out; empty when it does. */
    String openTo(UserPrincipal own) {
        return refusal(own) == null
                ? "containers that run as the NodeManager's user " + own.getName()
                        + " can end other containers: it is root or koordbridge.copilot.agent.user"
                : "";
    }

    private static UserPrincipal lookUp(String name) throws IOException {
        return FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(name);
    }
}
