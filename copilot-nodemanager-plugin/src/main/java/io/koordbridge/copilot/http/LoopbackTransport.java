package io.koordbridge.copilot.http;

import io.koordbridge.copilot.json.JsonWriter;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Loopback TCP for Java older than 16. Address and bearer token are in a file of mode 0600 beside where the socket would be. */
final class LoopbackTransport implements ServerTransport {
    private static final Logger log = LoggerFactory.getLogger(LoopbackTransport.class);
    private static final int TOKEN_BYTES = 32;

    private final Path tokenFile;
    private final int port;
    private final String token = freshToken();
    private String address = "127.0.0.1";

    LoopbackTransport(Path socket, int port) {
        this.tokenFile = socket.resolveSibling(socket.getFileName() + ".token").toAbsolutePath();
        this.port = port;
    }

    @Override
    public ServerSocketChannel open() throws IOException {
        ServerSocketChannel channel = ServerSocketChannel.open();
        try {
            channel.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            address = "127.0.0.1:" + channel.socket().getLocalPort();
            writeToken();
            return channel;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public String address() {
        return "tcp:" + address;
    }

    @Override
    public String token() {
        return token;
    }

    /** The token permits every call. */
    @Override
    public @Nullable String refusal(SocketChannel accepted) {
        return null;
    }

    @Override
    public String openTo() {
        return "containers of the NodeManager's user can read " + tokenFile + " and end other containers with it";
    }

    @Override
    public boolean intact() {
        return Files.exists(tokenFile);
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(tokenFile);
        } catch (IOException e) {
            log.debug("Cannot delete token file path={}", tokenFile, e);
        }
    }

    private void writeToken() throws IOException {
        Path directory = tokenFile.getParent();
        if (directory == null) {
            throw new IOException("token file has no directory: " + tokenFile);
        }
        Files.createDirectories(directory);
        Map<String, @Nullable Object> content = new LinkedHashMap<>();
        content.put("address", address);
        content.put("token", token);
        Path fresh = PrivateFiles.file(directory);
        Files.write(fresh, JsonWriter.write(content).getBytes(StandardCharsets.UTF_8));
        Files.move(fresh, tokenFile, StandardCopyOption.ATOMIC_MOVE);
    }

    private static String freshToken() {
        byte[] random = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(random);
        StringBuilder hex = new StringBuilder();
        for (byte b : random) {
            hex.append(String.format("%02x", b));
        }
        return hex.toString();
    }
}
