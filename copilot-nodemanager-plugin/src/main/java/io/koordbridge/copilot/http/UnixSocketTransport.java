package io.koordbridge.copilot.http;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.ProtocolFamily;
import java.net.StandardProtocolFamily;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A unix socket of mode 0600. The classes for it came with Java 16, so they are called by reflection. */
final class UnixSocketTransport implements ServerTransport {
    private static final Logger log = LoggerFactory.getLogger(UnixSocketTransport.class);

    /** Of Linux. */
    private static final int LONGEST_PATH = 107;

    private final Path socket;
    private final Callers callers;
    private @Nullable Object ownKey;
    private @Nullable UserPrincipal ownUser;

    UnixSocketTransport(Path socket, Callers callers) {
        this.socket = socket;
        this.callers = callers;
    }

    static boolean supported() {
        try {
            Class.forName("java.net.UnixDomainSocketAddress");
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    @Override
    public ServerSocketChannel open() throws IOException {
        Path directory = parent();
        Files.createDirectories(directory);
        if (answers()) {
            throw new IOException("another server listens on " + socket);
        }
        requireShort(socket);
        // Bound where no other user can reach it, made private, then moved: there is no moment with wider rights.
        Path staging = PrivateFiles.directory(directory);
        Path fresh = staging.resolve("s");
        try {
            requireShort(fresh);
            return published(bind(fresh), fresh);
        } finally {
            Files.deleteIfExists(fresh);
            Files.deleteIfExists(staging);
        }
    }

    private ServerSocketChannel published(ServerSocketChannel channel, Path fresh) throws IOException {
        try {
            Files.setPosixFilePermissions(fresh, PosixFilePermissions.fromString("rw-------"));
            ownUser = Files.getOwner(fresh, LinkOption.NOFOLLOW_LINKS);
            Files.move(fresh, socket, StandardCopyOption.ATOMIC_MOVE);
            ownKey = key();
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** A socket that was moved to a longer path is unreachable. */
    private void requireShort(Path path) throws IOException {
        if (path.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
            throw new IOException("path is too long for a unix socket: " + socket);
        }
    }

    @Override
    public String address() {
        return "unix:" + socket;
    }

    @Override
    public @Nullable String token() {
        return null;
    }

    @Override
    public @Nullable String refusal(SocketChannel accepted) {
        return callers.refusal(PeerUser.of(accepted));
    }

    @Override
    public String openTo() {
        UserPrincipal own = ownUser;
        return own == null ? "" : callers.openTo(own);
    }

    @Override
    public boolean intact() {
        try {
            return ownKey != null && ownKey.equals(key());
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        try {
            // A successor may have put its own socket there already.
            if (intact()) {
                Files.deleteIfExists(socket);
            }
        } catch (IOException e) {
            log.debug("Socket is gone already path={}", socket, e);
        }
    }

    private Path parent() throws IOException {
        Path parent = socket.toAbsolutePath().getParent();
        if (parent == null) {
            throw new IOException("socket path has no directory: " + socket);
        }
        return parent;
    }

    private @Nullable Object key() throws IOException {
        return Files.readAttributes(socket, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                .fileKey();
    }

    private boolean answers() {
        if (!Files.exists(socket)) {
            return false;
        }
        try (SocketChannel probe = SocketChannel.open(UnixAddress.of(socket))) {
            return probe.isConnected();
        } catch (IOException e) {
            return false;
        }
    }

    private static ServerSocketChannel bind(Path path) throws IOException {
        try {
            ProtocolFamily unix = StandardProtocolFamily.valueOf("UNIX");
            ServerSocketChannel channel = (ServerSocketChannel) ServerSocketChannel.class
                    .getMethod("open", ProtocolFamily.class)
                    .invoke(null, unix);
            try {
                return channel.bind(UnixAddress.of(path));
            } catch (IOException e) {
                channel.close();
                throw e;
            }
        } catch (InvocationTargetException e) {
            throw new IOException("cannot open a unix socket: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new IOException("no unix sockets on this Java", e);
        }
    }
}
