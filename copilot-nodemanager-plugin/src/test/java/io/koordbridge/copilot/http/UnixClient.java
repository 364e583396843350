package io.koordbridge.copilot.http;

import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** Sends raw bytes and returns the raw answer, so that tests can send what no client library would. */
final class UnixClient {
    private final SocketAddress address;

    UnixClient(Path socket) {
        this.address = UnixDomainSocketAddress.of(socket);
    }

    UnixClient(SocketAddress address) {
        this.address = address;
    }

    String exchange(String request) throws IOException {
        try (SocketChannel channel = SocketChannel.open(address)) {
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8)));
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    String halfRequest(String request) throws IOException {
        try (SocketChannel channel = SocketChannel.open(address)) {
            channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.UTF_8)));
            channel.shutdownOutput();
            return new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
