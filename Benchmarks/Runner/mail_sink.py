"""A mail server that accepts every mail and discards it. As a program, it prints its port."""

import asyncio


async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter):
    writer.write(b"220 mail.example ready\r\n")
    while line := await reader.readline():
        match line[:4].upper():
            case b"DATA":
                writer.write(b"354 go on\r\n")
                while await reader.readline() not in (b".\r\n", b""):
                    pass
                writer.write(b"250 taken\r\n")
            case b"QUIT":
                writer.write(b"221 bye\r\n")
                break
            case _:
                writer.write(b"250 ok\r\n")
    writer.close()


async def main():
    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
