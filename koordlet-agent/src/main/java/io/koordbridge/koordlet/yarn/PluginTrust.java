package io.koordbridge.koordlet.yarn;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.nio.file.attribute.UserPrincipalNotFoundException;
import java.util.Optional;
import jdk.net.ExtendedSocketOptions;

/**
 * Which user's process may stand for the plugin: root, and the one that is configured.
 *
 * @param user name or number; empty trusts the owner of the directory of the socket, which an administrator made for the NodeManager
 */
public record PluginTrust(Optional<String> user) {

    /** Root and the owner of the directory. */
    public static final PluginTrust OF_DIRECTORY = new PluginTrust(Optional.empty());

    private static final String ROOT = "0";

    /**
     * Refuses the process behind a socket.
     *
     * @throws IOException naming its user
     */
    void requirePeer(SocketChannel connected, Path door) throws IOException {
        require(connected.getOption(ExtendedSocketOptions.SO_PEERCRED).user(), door, "the process behind the socket");
    }

    /**
     * Refuses a file.
     *
     * @throws IOException naming its owner
     */
    void requireOwner(Path file) throws IOException {
        require(Files.getOwner(file, LinkOption.NOFOLLOW_LINKS), file, "the file");
    }

    private void require(UserPrincipal found, Path door, String of) throws IOException {
        UserPrincipal wanted = wanted(door);
        if (!found.equals(wanted) && !found.equals(lookUp(ROOT))) {
            throw new IOException("user of " + of + " = '" + found.getName() + "': want root or '" + wanted.getName()
                    + "' (yarn.userId, else the owner of yarn.socketDirectory)");
        }
    }

    private UserPrincipal wanted(Path door) throws IOException {
        if (user.isPresent()) {
            return lookUp(user.get());
        }
        Path directory = door.toAbsolutePath().getParent();
        return directory == null ? lookUp(ROOT) : Files.getOwner(directory);
    }

    private static UserPrincipal lookUp(String name) throws IOException {
        try {
            return FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(name);
        } catch (UserPrincipalNotFoundException e) {
            throw new IOException("yarn.userId = '" + name + "': no such user here, want its number", e);
        }
    }
}
